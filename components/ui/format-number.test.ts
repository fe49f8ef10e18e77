import { expect, test } from 'vitest'
import { formatBytes, formatCapped, formatCount, formatShare, plural } from './format-number.ts'

test('counts keep every digit, also beyond 2^53', () => {
  expect(formatCount('9007199254740993')).toBe('9,007,199,254,740,993')
  expect(formatCount(1234567n)).toBe('1,234,567')
})

test('a count that stopped at its cap says that there may be more', () => {
  expect(formatCapped(9_999, 10_000)).toBe('9,999')
  expect(formatCapped(10_000, 10_000)).toBe('10,000+')
})

test.each([
  [0, '0 bytes'],
  [9_999, '9,999 bytes'],
  [10_000, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_048_576, '1.0 MB'],
])('%i bytes are %s: no size is rounded up to 1000 of its unit', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('a share is a percentage, and one of something is singular', () => {
  expect(formatShare(0.054)).toBe('5.4 %')
  expect([0, 1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['0 entries', '1 entry', '2 entries'])
})
