const whole = new Intl.NumberFormat('en-GB')

export function formatCount(count: number | bigint | string): string {
  return whole.format(typeof count === 'string' ? BigInt(count) : count)
}

/** A count that stops at `cap` says so: 10,000+. */
export function formatCapped(count: number, cap: number): string {
  return count >= cap ? `${whole.format(cap)}+` : whole.format(count)
}

export function formatBytes(bytes: number): string {
  if (bytes < 10_000) return `${whole.format(bytes)} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** 0.054 → 5.4 % */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${whole.format(count)} ${count === 1 ? one : many}`
