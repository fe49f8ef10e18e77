import type { Tx } from '#lib/db/connect.ts'
import { type OperationMoved, transition } from './transition.ts'

export interface Begin {
  readonly eventId: bigint
  readonly operationId: bigint
  readonly fence: number
  readonly idempotencyKey: string
}

/**
 * Writes the intents: operation, attempt, fence, key and request digest. Only when this transaction has committed may
 * the first byte of a request leave, and only for rows that are `applied`. `held` means a conflict opened meanwhile.
 */
export async function beginOperations(tx: Tx, begins: readonly Begin[], worker: string): Promise<OperationMoved[]> {
  const { operations } = await transition(tx, {
    operations: begins.map((begin) => ({ ...begin, transition: 'submit', by: 'worker', actor: worker })),
  })
  return operations
}
