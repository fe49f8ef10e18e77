import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import type { MoveOutcome } from './transition.ts'
import { type OperationMove, transition } from './transition.ts'

/** A person's act on one event, compared with what the person saw. */
export interface ActOnEvent {
  readonly eventId: bigint
  /** The event's ledger seq on the page the person looked at. */
  readonly expectedSeq?: number
  /** The person's e-mail address. */
  readonly actor: string
  readonly reason: string
}

const findFailed: Statement = {
  name: 'find_failed_operations',
  text: `SELECT id FROM operation WHERE event_id = $1 AND state = 'failed' ORDER BY id`,
}

/** A conflict that opened while the event was done or set aside holds it again as soon as it would be worked. */
const holdIfConflicting: Statement = {
  name: 'hold_if_conflicting',
  text: `
UPDATE processing SET hold = 'conflict'
WHERE event_id = $1 AND state = 'validated'
  AND EXISTS (SELECT 1 FROM payload_conflict c WHERE c.event_id = $1 AND c.resolution IS NULL)`,
}

async function act(tx: Tx, verb: 'reject' | 'retry' | 'replay' | 'restore', request: ActOnEvent): Promise<MoveOutcome> {
  const { events } = await transition(tx, {
    events: [
      {
        ...request,
        transition: verb,
        by: 'operator',
        delayMs: 0,
        lastError: verb === 'reject' ? request.reason : null,
        resetAttempts: true,
      },
    ],
  })
  const outcome = events[0]?.outcome ?? 'not_found'
  if (outcome === 'applied' && verb !== 'reject') await run(tx, holdIfConflicting, [request.eventId])
  return outcome
}

/** failed → validated. Its failed operations become planned again: same key, same request. */
export async function retryEvent(tx: Tx, request: ActOnEvent): Promise<MoveOutcome> {
  const outcome = await act(tx, 'retry', request)
  if (outcome !== 'applied') return outcome
  const failed = await run<{ id: bigint }>(tx, findFailed, [request.eventId])
  await transition(tx, {
    operations: failed.map(
      ({ id }): OperationMove => ({
        operationId: id,
        eventId: request.eventId,
        transition: 'retry',
        by: 'operator',
        actor: request.actor,
        reason: request.reason,
        lastError: null,
      }),
    ),
  })
  return 'applied'
}

/** completed → validated. Confirmed operations are skipped when it is worked again. */
export async function replayEvent(tx: Tx, request: ActOnEvent): Promise<MoveOutcome> {
  return act(tx, 'replay', request)
}

/** rejected → validated, once the cause is gone. */
export async function restoreEvent(tx: Tx, request: ActOnEvent): Promise<MoveOutcome> {
  return act(tx, 'restore', request)
}

/** received, validated or failed → rejected. */
export async function rejectEvent(tx: Tx, request: ActOnEvent): Promise<MoveOutcome> {
  return act(tx, 'reject', request)
}
