import type { Tx } from '#lib/db/connect.ts'
import type { ActorKind } from './machine.ts'
import { postponeLooks } from './postpone-looks.ts'
import { type Finding, recordFindings } from './record-findings.ts'
import { settleOrResume } from './settle-or-resume.ts'
import { type MoveOutcome, type OperationMove, transition } from './transition.ts'

/**
 * One piece of evidence about one uncertain operation, and what follows from it:
 * - `confirm`: it happened; `verify_absent`: it did not; `waive`: a person decides that it is not needed;
 * - `repeat`: the destination declares that sending the same key and body again is safe (or the action accepts it);
 * - `wait`: nothing follows; look again after `nextLookMs`.
 */
export interface Evidence {
  readonly eventId: bigint
  readonly operationId: bigint
  /** The operation's ledger seq the evidence was gathered against; a changed one makes it `changed`. */
  readonly expectedSeq: number
  readonly finding: Pick<Finding, 'kind' | 'verdict' | 'reference' | 'detail' | 'attempt' | 'runId'>
  readonly follows: 'confirm' | 'verify_absent' | 'repeat' | 'waive' | 'wait'
  readonly reason: string
  readonly nextLookMs?: number
}

/**
 * Appends the finding, moves the operation as the evidence says, then settles or resumes its event if nothing stays
 * open. Reports per operation whether the move landed; `wait` always reports `applied`.
 */
export async function applyEvidence(
  tx: Tx,
  evidence: readonly Evidence[],
  mover: { by: ActorKind; actor: string },
): Promise<MoveOutcome[]> {
  const moving = evidence.filter((one) => one.follows !== 'wait')
  const { operations } = await transition(tx, {
    operations: moving.map(
      (one): OperationMove => ({
        ...mover,
        operationId: one.operationId,
        eventId: one.eventId,
        expectedSeq: one.expectedSeq,
        transition: one.follows as Exclude<typeof one.follows, 'wait'>,
        reason: one.reason,
        ...(one.follows === 'confirm' ? { reference: one.finding.reference, lastError: null } : {}),
        detail: { finding: one.finding.kind, verdict: one.finding.verdict },
      }),
    ),
  })
  const outcomes = new Map(operations.map((moved) => [moved.operationId, moved.outcome]))
  const outcomeOf = (one: Evidence): MoveOutcome =>
    one.follows === 'wait' ? 'applied' : (outcomes.get(one.operationId) ?? 'not_found')

  const kept = evidence.filter((one) => outcomeOf(one) === 'applied')
  await recordFindings(
    tx,
    kept.map((one) => ({
      ...one.finding,
      eventId: one.eventId,
      operationId: one.operationId,
      detail: one.finding.detail ?? one.reason,
      actor: mover.actor,
    })),
  )
  await settleOrResume(tx, [...new Set(kept.filter((one) => one.follows !== 'wait').map((one) => one.eventId))], mover)

  const waiting = new Map<bigint, number>()
  for (const one of kept) {
    if (one.nextLookMs === undefined) continue
    waiting.set(one.eventId, Math.min(waiting.get(one.eventId) ?? one.nextLookMs, one.nextLookMs))
  }
  await postponeLooks(tx, waiting)
  return evidence.map(outcomeOf)
}
