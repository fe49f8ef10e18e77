import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.UTC(2026, 0, 1, 12)

test.each([
  ['120', 120_000],
  ['0', 0],
  [' 3 ', 3_000],
  ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['9999999', 86_400_000],
])('%s asks for %i ms', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms))

test.each([undefined, '', '-1', '1.5', 'soon', '99999999999'])('%s says nothing', (header) =>
  expect(retryAfterMs(header, now)).toBeUndefined(),
)
