import { setTimeout as wait } from 'node:timers/promises'

/**
 * Polls a condition every 25 ms until it gives something truthy, and returns that. Throws, saying what it waited for
 * and what it last saw.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T> | T,
  withinMs = 20_000,
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const end = performance.now() + withinMs
  let seen: unknown
  while (performance.now() < end) {
    const value = await condition()
    if (value) return value as Exclude<T, undefined | null | false | 0 | ''>
    seen = value
    await wait(25)
  }
  throw new Error(`${what} did not come true within ${withinMs} ms (last seen: ${String(seen)})`)
}
