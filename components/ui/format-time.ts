const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A length of time in its two largest sensible units: 4 ms, 1.2 s, 41 min, 3 h 5 min, 2 d 4 h. */
export function formatDuration(ms: number): string {
  const length = Math.max(0, ms)
  if (length < 999.5) return `${Math.round(length)} ms`
  if (length < 9_950) return `${(length / 1_000).toFixed(1)} s`
  if (length < MINUTE) return `${Math.floor(length / 1_000)} s`
  if (length < HOUR) return twoUnits(length, MINUTE, 'min', 1_000, 's', 10)
  if (length < DAY) return twoUnits(length, HOUR, 'h', MINUTE, 'min', 10)
  return twoUnits(length, DAY, 'd', HOUR, 'h', 10)
}

/** The second unit is said only while the first is below `until`. */
function twoUnits(length: number, big: number, bigName: string, small: number, smallName: string, until: number) {
  const whole = Math.floor(length / big)
  const rest = Math.floor((length % big) / small)
  return whole >= until || rest === 0 ? `${whole} ${bigName}` : `${whole} ${bigName} ${rest} ${smallName}`
}

/** An age in one unit, for columns: 4 s, 41 min, 3 h, 2 d. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms)
  if (age < MINUTE) return `${Math.floor(age / 1_000)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} d`
}

const parts = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const

function formatted(iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options }).format(new Date(iso))
}

/** 14:02:07.113 */
export function formatClock(iso: string, timeZone: string): string {
  return formatted(iso, timeZone, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  })
}

/** 2 Nov 14:02 */
export function formatMinute(iso: string, timeZone: string): string {
  const { year: _, ...rest } = parts
  return formatted(iso, timeZone, rest).replace(',', '')
}

/** 2 Nov 2026, 14:02:07.113 UTC: the whole truth, for hovering. */
export function formatExact(iso: string, timeZone: string): string {
  return `${formatted(iso, timeZone, { ...parts, second: '2-digit', fractionalSecondDigits: 3 })} ${zoneName(iso, timeZone)}`
}

/** 2 Nov 2026 */
export function formatDay(iso: string, timeZone: string): string {
  return formatted(iso, timeZone, { year: 'numeric', month: 'short', day: 'numeric' })
}

function zoneName(iso: string, timeZone: string): string {
  if (timeZone === 'UTC') return 'UTC'
  const named = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(iso))
  return named.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
