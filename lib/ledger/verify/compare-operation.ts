import type { MismatchKind } from './mismatch.ts'
import type { ReplayedOperation } from './replay-entries.ts'
import type { OperationRow, SideEffectRow } from './rows.ts'

/**
 * The outcome an attempt must have after the transition that ended it. A look-up or a person may end an attempt
 * whose own answer never came, so theirs leave the outcome open.
 */
const outcomesAfter: Readonly<Record<string, readonly (string | null)[]>> = {
  'confirm worker': ['confirmed'],
  'refuse worker': ['refused', 'not_sent'],
  'lose worker': ['lost'],
  'lose reaper': ['lost'],
}

/** Compares an operation's row and its side effects with its replayed entries. */
export function* compareOperation(
  row: OperationRow,
  replayed: ReplayedOperation | undefined,
  effects: readonly SideEffectRow[],
): Generator<[MismatchKind, string]> {
  if (replayed === undefined) {
    yield ['operation_state', `operation ${row.action} is ${row.state}, but the ledger has no entry of it`]
    return
  }
  if (row.state !== replayed.state) yield ['operation_state', `the row says ${row.state}, the ledger ${replayed.state}`]
  if (row.seq !== replayed.seq)
    yield ['operation_state', `the row stands at seq ${row.seq}, its last entry at ${replayed.seq}`]
  if (row.attempts !== replayed.attempts)
    yield ['operation_state', `the row counts ${row.attempts} attempts, the ledger ${replayed.attempts}`]
  // An action that only writes to this database sends nothing: no request, no side effects.
  if (row.destination_id === null) {
    if (effects.length > 0) yield ['side_effect', 'it has no destination, but side effects']
    return
  }
  if (!row.has_request) yield ['request', 'its frozen request is gone']
  yield* compareEffects(replayed, effects)
}

function* compareEffects(
  replayed: ReplayedOperation,
  effects: readonly SideEffectRow[],
): Generator<[MismatchKind, string]> {
  const byAttempt = new Map(effects.map((effect) => [effect.attempt, effect]))
  for (const [attempt, submit] of replayed.submits) {
    const effect = byAttempt.get(attempt)
    byAttempt.delete(attempt)
    if (effect === undefined) {
      yield ['side_effect', `attempt ${attempt} was submitted, but its intent is gone`]
      continue
    }
    if (effect.fence !== submit.fence)
      yield ['side_effect', `attempt ${attempt} has fence ${effect.fence}, its entry ${submit.fence}`]
    if (!effect.same_request) yield ['request', `attempt ${attempt} did not send the frozen request`]
    const expected =
      submit.endedBy === null ? [null] : outcomesAfter[`${submit.endedBy.transition} ${submit.endedBy.by}`]
    if (expected !== undefined && !expected.includes(effect.outcome)) {
      yield [
        'side_effect',
        `attempt ${attempt} has outcome ${effect.outcome ?? 'none'}, its entries say ${expected.map((one) => one ?? 'none').join(' or ')}`,
      ]
    }
  }
  for (const attempt of byAttempt.keys())
    yield ['side_effect', `attempt ${attempt} has an intent, but the ledger no submit`]
}
