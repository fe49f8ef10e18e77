import { describe, expect, test } from 'vitest'
import { formatAge, formatClock, formatDay, formatDuration, formatExact, formatMinute } from './format-time.ts'
import { timeZoneOf } from './time-zone.ts'

test.each([
  [-5, '0 ms'],
  [4, '4 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1_200, '1.2 s'],
  [9_949, '9.9 s'],
  [9_999, '9 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [41 * 60_000 + 9_000, '41 min'],
  [3_600_000 - 1, '59 min'],
  [3 * 3_600_000 + 5 * 60_000, '3 h 5 min'],
  [86_400_000 - 1, '23 h'],
  [52 * 3_600_000, '2 d 4 h'],
])('%d ms last %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words)
})

test('an age has one unit and is never rounded up, and a clock that is ahead makes none negative', () => {
  const ages = [-1, 59_999, 60_000, 3_599_999, 86_399_999, 86_400_000].map(formatAge)
  expect(ages).toEqual(['0 s', '59 s', '1 min', '59 min', '23 h', '1 d'])
})

describe('an instant', () => {
  const iso = '2026-11-02T00:02:07.113Z'

  test('is told in the zone asked for, whose day may be another', () => {
    expect(formatClock(iso, 'UTC')).toBe('00:02:07.113')
    expect(formatMinute(iso, 'UTC')).toBe('2 Nov 00:02')
    expect(formatDay(iso, 'America/New_York')).toBe('1 Nov 2026')
    expect(formatMinute(iso, 'America/New_York')).toBe('1 Nov 19:02')
  })

  test('told exactly names its zone, so that the hour that comes twice is not one', () => {
    expect(formatExact(iso, 'UTC')).toBe('2 Nov 2026, 00:02:07.113 UTC')
    const twice = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => formatExact(at, 'Europe/Berlin'))
    expect(twice[0]).toContain('02:30:00.000')
    expect(twice[1]).toContain('02:30:00.000')
    expect(new Set(twice).size).toBe(2)
  })
})

test.each([undefined, '', 'Mars/Base', '%', '%00', 'x'.repeat(5000)])('a cookie of %j means UTC', (cookie) => {
  expect(timeZoneOf(cookie)).toBe('UTC')
})

test('a cookie names a zone, encoded or not', () => {
  expect(timeZoneOf('Europe%2FBerlin')).toBe('Europe/Berlin')
  expect(timeZoneOf('Europe/Berlin')).toBe('Europe/Berlin')
})
