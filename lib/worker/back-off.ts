interface BackOff {
  readonly baseMs: number
  readonly capMs: number
}

/**
 * Exponential back-off with full jitter: anywhere between nothing and `base × 2^(tries − 1)`, at most the cap, so that
 * what failed together does not return together (AWS Architecture Blog, "Exponential Backoff And Jitter").
 *
 * @param floorMs what the destination asked for (Retry-After): never sooner, and jitter comes on top
 * @param random 0 ≤ random < 1
 */
export function backOffMs(tries: number, { baseMs, capMs }: BackOff, random: number, floorMs = 0): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(tries, 1) - 1, 40))
  return Math.round(floorMs + random * ceiling)
}

const looks = { baseMs: 5_000, capMs: 3_600_000 }

/** When to look again at an uncertain effect: 5 s after the first look, doubling to an hour, each ± a quarter. */
export function nextLookMs(look: number, random: number): number {
  const centre = Math.min(looks.capMs, looks.baseMs * 2 ** Math.min(Math.max(look, 1) - 1, 40))
  return Math.round(centre * (0.75 + random / 2))
}
