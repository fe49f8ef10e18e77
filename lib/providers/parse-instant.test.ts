import { LosslessNumber } from 'lossless-json'
import { expect, test } from 'vitest'
import { parseInstant } from '#lib/providers/parse-instant.ts'

const expected = Date.parse('2026-09-21T14:13:15.250Z')

test.each([
  '2026-09-21T14:13:15.250Z',
  '2026-09-21t14:13:15.250z',
  '2026-09-21 16:13:15.250+02:00',
  String(expected),
  String(expected / 1000),
])('%s is understood', (text) => expect(parseInstant(text)).toBe(expected))

test('numbers are understood as text is', () => {
  expect(parseInstant(new LosslessNumber('1790000000'))).toBe(1_790_000_000_000)
  expect(parseInstant(new LosslessNumber('1790000000123'))).toBe(1_790_000_000_123)
})

test.each([
  '2026-09-21T14:13:15',
  '2026-09-21',
  'May 1',
  '-5',
  '1e9',
  '2026-13-45T00:00:00Z',
  '',
  'x 1',
  '999999999999',
  '99999999999999',
])('%j is no time: without a zone or a known form it could only be guessed', (text) =>
  expect(parseInstant(text)).toBeUndefined(),
)

test('what is no text and no number is no time', () => {
  for (const value of [undefined, null, true, {}, []]) expect(parseInstant(value)).toBeUndefined()
})
