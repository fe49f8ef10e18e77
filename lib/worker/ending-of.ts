import type { Ending } from '#lib/ledger/conclude-events.ts'
import type { OperationState } from '#lib/ledger/machine.ts'
import { backOffMs } from './back-off.ts'
import type { WorkerSettings } from './settings.ts'

/** How one operation stands when the worker is through with it. */
export interface TaskResult {
  readonly state: OperationState
  /** Why it is not done, in words for a person. */
  readonly error?: string
  readonly retryAfterMs?: number
  /** It was not tried: the worker stops, or a conflict opened. */
  readonly untried?: 'stopping' | 'held'
  /** An earlier attempt may have acted: giving up would say what nobody knows. */
  readonly doubted?: boolean
}

/**
 * How an event is left. Its operations stand alone: one that is refused or lost stops no other, and then any lost one
 * decides, else any that is left to do, else any that failed.
 */
export function endingOf(
  results: readonly TaskResult[],
  problems: readonly string[],
  attempts: number,
  settings: WorkerSettings,
  random: number,
): Ending {
  const errors = [...results.flatMap((result) => result.error ?? []), ...problems]
  const reason = errors.join('; ') || 'not every operation is done'
  const states = results.map((result) => result.state)
  if (states.some((state) => state === 'uncertain' || state === 'submitted'))
    return { kind: 'lose', reason, delayMs: settings.firstLookMs }
  const untried = results.find((result) => result.untried)?.untried
  if (untried === 'held')
    return { kind: 'release', reason: 'a conflicting payload arrived; nothing more is started', delayMs: 0, free: true }
  if (untried === 'stopping') return { kind: 'release', reason: 'the worker is stopping', delayMs: 0, free: true }
  if (states.includes('planned') || problems.length > 0) {
    const mayGiveUp = !results.some((result) => result.doubted && result.state === 'planned')
    if (attempts >= settings.attemptsMax && mayGiveUp)
      return { kind: 'fail', reason: `gave up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${reason}` }
    const floorMs = Math.max(0, ...results.map((result) => result.retryAfterMs ?? 0))
    return { kind: 'release', reason, delayMs: backOffMs(attempts, settings.backOff, random, floorMs) }
  }
  if (states.includes('failed')) return { kind: 'fail', reason }
  return { kind: 'complete' }
}
