const longestMs = 24 * 3_600_000

/**
 * How long a destination asks to be left alone (RFC 9110, 10.2.3: seconds or an HTTP date), at most a day. Undefined
 * where the header is absent or says nothing usable.
 */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (text === undefined || text === '') return undefined
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1000, longestMs)
  const atMs = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.min(Math.max(atMs - nowMs, 0), longestMs)
}
