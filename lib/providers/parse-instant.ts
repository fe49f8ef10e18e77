import { isLosslessNumber } from 'lossless-json'
import type { JsonValue } from '#lib/json/value.ts'

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/
const seconds = /^\d{1,11}(?:\.\d+)?$/
const milliseconds = /^\d{13}$/
/** The year 10000: later dates are mistakes, and displays break on them. */
const endMs = 253_402_300_800_000

/**
 * RFC 3339 text with a zone, unix seconds or unix milliseconds (13 digits), as milliseconds. Everything else,
 * including times without a zone, is undefined: the time an event occurred is information, never identity.
 */
export function parseInstant(value: JsonValue | undefined): number | undefined {
  const text = isLosslessNumber(value) ? value.value : value
  if (typeof text !== 'string') return undefined
  const ms = toMs(text)
  return Number.isFinite(ms) && ms >= 0 && ms < endMs ? ms : undefined
}

function toMs(text: string): number {
  if (rfc3339.test(text)) return Date.parse(text.toUpperCase().replace(' ', 'T'))
  if (seconds.test(text)) return Math.round(Number(text) * 1000)
  return milliseconds.test(text) ? Number(text) : Number.NaN
}
