import type { ActionEvent } from '#lib/actions/action-event.ts'
import { describeFailure } from '#lib/actions/describe-failure.ts'
import { transaction } from '#lib/db/connect.ts'
import { isOutage } from '#lib/db/outage.ts'
import { beginOperations } from '#lib/ledger/begin-operations.ts'
import { concludeOperations } from '#lib/ledger/conclude-operations.ts'
import type { WorkerContext } from './context.ts'
import type { TaskResult } from './ending-of.ts'
import type { HeldEvent } from './held-events.ts'
import { idempotencyKey } from './idempotency-key.ts'
import type { Task } from './plan-events.ts'

class ClaimGone extends Error {}

/**
 * One attempt of an operation that only writes to this database: its writes and its confirmation are one transaction,
 * so it happened or it did not. null: the claim is gone.
 */
export async function applyOperation(
  context: WorkerContext,
  held: HeldEvent,
  task: Task,
  event: ActionEvent,
): Promise<TaskResult | null> {
  const { state, operationId } = task
  if (held.lost) return null
  if (context.stop.aborted) return { state, untried: 'stopping' }
  const action = context.knowledge.registry.find(task.action, task.version)
  if (action?.kind !== 'database')
    return { state, error: `action ${task.action} version ${task.version} is no longer in the code; put it back` }
  const { id: eventId, fence } = held.event
  try {
    return await transaction(context.pool, async (tx): Promise<TaskResult> => {
      const begin = { eventId, operationId, fence, idempotencyKey: idempotencyKey(task.key) }
      const [begun] = await beginOperations(tx, [begin], context.name)
      if (begun?.outcome === 'held') return { state, untried: 'held' }
      if (begun?.outcome !== 'applied') throw new ClaimGone()
      await action.apply(tx, event)
      const attempt = begun.attempt ?? task.attempts + 1
      const conclusion = { kind: 'confirmed' } as const
      const [done] = await concludeOperations(tx, [{ eventId, operationId, attempt, fence, conclusion }], context.name)
      // The lease ran out meanwhile: nothing of this may be kept.
      if (done?.outcome !== 'applied') throw new ClaimGone()
      return { state: 'confirmed' }
    })
  } catch (error) {
    if (error instanceof ClaimGone) {
      held.lost = true
      return null
    }
    const why = isOutage(error) ? 'the database could not be reached' : describeFailure(error)
    context.log.warn({ event: eventId, operation: operationId }, `${task.action}: ${why}`)
    return { state, error: `action ${task.action} failed: ${why}` }
  }
}
