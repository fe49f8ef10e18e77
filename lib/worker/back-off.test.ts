import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOffMs, nextLookMs } from './back-off.ts'

const backOff = { baseMs: 2_000, capMs: 300_000 }

test('the ceiling doubles with each try up to the cap', () => {
  expect([1, 2, 3, 8, 9, 1_000].map((tries) => backOffMs(tries, backOff, 0.999_999_999))).toEqual([
    2_000, 4_000, 8_000, 256_000, 300_000, 300_000,
  ])
})

test('the jitter is full: from nothing to the ceiling', () => {
  expect(backOffMs(3, backOff, 0)).toBe(0)
  expect(backOffMs(3, backOff, 0.5)).toBe(4_000)
})

test('never sooner than the destination asked for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(100_000),
      (tries, random, floor) => {
        const ms = backOffMs(tries, backOff, random, floor)
        expect(ms).toBeGreaterThanOrEqual(floor)
        expect(ms).toBeLessThanOrEqual(floor + backOff.capMs)
      },
    ),
  )
})

test('looks come after about 5 s, then ever later, at most about an hour', () => {
  expect([1, 2, 3].map((look) => nextLookMs(look, 0.5))).toEqual([5_000, 10_000, 20_000])
  expect(nextLookMs(1, 0)).toBe(3_750)
  expect(nextLookMs(500, 0.5)).toBe(3_600_000)
})
