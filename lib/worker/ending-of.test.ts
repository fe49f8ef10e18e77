import { expect, test } from 'vitest'
import { endingOf, type TaskResult } from './ending-of.ts'
import type { WorkerSettings } from './settings.ts'

const settings: WorkerSettings = {
  concurrency: 1,
  claimBatch: 1,
  leaseSeconds: 30,
  pollMs: 100,
  attemptsMax: 3,
  backOff: { baseMs: 100, capMs: 1_000 },
  firstLookMs: 5_000,
  reconcileMs: 1_000,
  stopMs: 1_000,
}

const end = (results: TaskResult[], attempts = 1, problems: string[] = []) =>
  endingOf(results, problems, attempts, settings, 0.5)

test('complete only when every operation is accounted for', () => {
  expect(end([{ state: 'confirmed' }, { state: 'waived' }, { state: 'superseded' }])).toEqual({ kind: 'complete' })
})

test('any lost operation decides, whatever the others did', () => {
  expect(
    end([
      { state: 'confirmed' },
      { state: 'failed' },
      { state: 'planned' },
      { state: 'uncertain', error: 'no answer' },
    ]),
  ).toEqual({
    kind: 'lose',
    reason: 'no answer',
    delayMs: 5_000,
  })
})

test('what is left to do goes before what failed', () => {
  expect(
    end([
      { state: 'failed', error: 'a' },
      { state: 'planned', error: 'b' },
    ]),
  ).toMatchObject({
    kind: 'release',
    reason: 'a; b',
    delayMs: 50,
  })
  expect(end([{ state: 'failed', error: 'a' }, { state: 'confirmed' }])).toEqual({ kind: 'fail', reason: 'a' })
})

test('an action that cannot say what it wants sent is tried again, then failed with its error', () => {
  expect(end([], 1, ['action x failed'])).toMatchObject({ kind: 'release', reason: 'action x failed' })
  expect(end([], 3, ['action x failed'])).toEqual({ kind: 'fail', reason: 'gave up after 3 attempts: action x failed' })
})

test('while an earlier attempt may have acted it is never given up as not done', () => {
  expect(end([{ state: 'planned', doubted: true, error: 'x' }], 99)).toMatchObject({ kind: 'release' })
})

test('the longest wait a destination asked for is the floor', () => {
  const results: TaskResult[] = [
    { state: 'planned', retryAfterMs: 7_000 },
    { state: 'planned', retryAfterMs: 9_000 },
  ]
  expect(end(results)).toMatchObject({ kind: 'release', delayMs: 9_050 })
})

test('what was not tried costs no attempt', () => {
  expect(end([{ state: 'planned', untried: 'stopping' }])).toMatchObject({ kind: 'release', free: true, delayMs: 0 })
  expect(end([{ state: 'planned', untried: 'held' }])).toMatchObject({ kind: 'release', free: true })
})
