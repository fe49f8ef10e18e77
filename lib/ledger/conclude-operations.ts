import type { Tx } from '#lib/db/connect.ts'
import { recordFindings } from './record-findings.ts'
import { type OperationMove, type OperationMoved, transition } from './transition.ts'

/** How an attempt ended, as far as the worker knows. */
export type Conclusion =
  | { readonly kind: 'confirmed'; readonly reference?: string; readonly httpStatus?: number; readonly detail?: string }
  /** The destination definitely did not act. `again`: worth another attempt with the same request. */
  | { readonly kind: 'refused'; readonly again: boolean; readonly httpStatus?: number; readonly detail: string }
  /** Nothing of the request was written. */
  | { readonly kind: 'not_sent'; readonly again: boolean; readonly detail: string }
  /** It may have acted. */
  | { readonly kind: 'lost'; readonly httpStatus?: number; readonly detail: string }

export interface Concluded {
  readonly eventId: bigint
  readonly operationId: bigint
  readonly attempt: number
  readonly fence: number
  readonly conclusion: Conclusion
  /** An earlier attempt may have acted, so only a confirmation proves anything: all else leaves it uncertain. */
  readonly doubted?: boolean
}

function moveOf(
  { eventId, operationId, attempt, fence, conclusion, doubted }: Concluded,
  worker: string,
): OperationMove {
  const common = {
    eventId,
    operationId,
    attempt,
    fence,
    by: 'worker',
    actor: worker,
    reason: conclusion.detail,
    outcome: {
      kind: conclusion.kind,
      ...('httpStatus' in conclusion ? { httpStatus: conclusion.httpStatus } : {}),
      ...(conclusion.detail === undefined ? {} : { detail: conclusion.detail }),
    },
  } as const
  if (conclusion.kind === 'confirmed')
    return { ...common, transition: 'confirm', reference: conclusion.reference, lastError: null }
  if (conclusion.kind === 'lost' || doubted === true)
    return { ...common, transition: 'lose', lastError: conclusion.detail }
  return { ...common, transition: 'refuse', to: conclusion.again ? 'planned' : 'failed', lastError: conclusion.detail }
}

const verdicts = { confirmed: 'found', refused: 'absent', not_sent: 'absent', lost: 'inconclusive' } as const

/**
 * Writes outcomes under the fence. Where the claim is gone nothing changes: what the worker learned is kept as a
 * late answer on its own attempt, and a look-up is prompted.
 */
export async function concludeOperations(
  tx: Tx,
  concluded: readonly Concluded[],
  worker: string,
): Promise<OperationMoved[]> {
  const { operations } = await transition(tx, { operations: concluded.map((one) => moveOf(one, worker)) })
  const late = concluded.filter((_, index) => operations[index]?.outcome !== 'applied')
  await recordFindings(
    tx,
    late.map(({ eventId, operationId, attempt, conclusion }) => ({
      eventId,
      operationId,
      attempt,
      kind: 'late_answer',
      verdict: verdicts[conclusion.kind],
      reference: conclusion.kind === 'confirmed' ? conclusion.reference : undefined,
      detail: conclusion.detail,
      actor: worker,
    })),
  )
  return operations
}
