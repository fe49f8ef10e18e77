import type { Tx } from '#lib/db/connect.ts'
import { applyEvidence } from './apply-evidence.ts'
import type { MoveOutcome } from './transition.ts'

/** An accountable decision about one operation whose outcome cannot be established otherwise. */
export interface Decision {
  readonly eventId: bigint
  readonly operationId: bigint
  /** The operation's ledger seq on the page the person looked at. */
  readonly expectedSeq: number
  readonly decision: 'happened' | 'did_not_happen' | 'waive'
  /** The destination's reference; required where it happened. */
  readonly reference?: string
  readonly reason: string
  readonly actor: string
}

const consequences = {
  happened: { follows: 'confirm', verdict: 'found' },
  did_not_happen: { follows: 'verify_absent', verdict: 'absent' },
  waive: { follows: 'waive', verdict: 'waived' },
} as const

/**
 * Applies a person's decision. An operation that is not uncertain may only be waived (planned or failed); its event
 * then moves on when it is worked or retried.
 */
export async function decideOperation(tx: Tx, decision: Decision): Promise<MoveOutcome> {
  if (decision.decision === 'happened' && !decision.reference) {
    throw new Error('a decision that it happened names the reference at the destination')
  }
  const { follows, verdict } = consequences[decision.decision]
  const [outcome] = await applyEvidence(
    tx,
    [
      {
        eventId: decision.eventId,
        operationId: decision.operationId,
        expectedSeq: decision.expectedSeq,
        finding: { kind: 'decision', verdict, reference: decision.reference, detail: decision.reason },
        follows,
        reason: decision.reason,
      },
    ],
    { by: 'operator', actor: decision.actor },
  )
  return outcome ?? 'not_found'
}
