import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { rejectEvent } from './act-on-event.ts'
import { adoptCorrection } from './adopt-correction.ts'
import type { MoveOutcome } from './transition.ts'

export type Resolution = 'keep' | 'adopt' | 'reject'

const lockConflict: Statement = {
  name: 'lock_conflict',
  text: `
SELECT c.event_id, c.resolution, p.state
FROM payload_conflict c JOIN processing p ON p.event_id = c.event_id
WHERE c.id = $1
FOR UPDATE OF p, c`,
}

const resolve: Statement = {
  name: 'resolve_conflict',
  text: `
UPDATE payload_conflict
SET resolution = $2, resolved_at = clock_timestamp(), resolved_by = $3, reason = $4, correction_event_id = $5
WHERE id = $1`,
}

const unhold: Statement = {
  name: 'unhold_resolved',
  text: `
UPDATE processing SET hold = NULL
WHERE event_id = $1 AND hold = 'conflict'
  AND NOT EXISTS (SELECT 1 FROM payload_conflict c WHERE c.event_id = $1 AND c.resolution IS NULL)`,
}

/**
 * Resolves one conflict; the original's content never changes.
 * - `keep`: the original stands and goes on;
 * - `adopt`: the new content becomes a correction, an event of its own; an original that has not done its work is
 *   set aside (rejected), a completed one stays completed;
 * - `reject`: neither is processed; only where the original has not done its work.
 *
 * `changed`: somebody resolved it before. `wrong_state`: the original is being worked, or its effect is uncertain, or
 * it is complete (`reject`).
 */
export async function resolveConflict(
  tx: Tx,
  request: { conflictId: bigint; resolution: Resolution; reason: string; actor: string },
): Promise<{ outcome: MoveOutcome; eventId: bigint | null; correctionEventId: bigint | null }> {
  const [conflict] = await run<{ event_id: bigint; resolution: string | null; state: string }>(tx, lockConflict, [
    request.conflictId,
  ])
  if (conflict === undefined) return { outcome: 'not_found', eventId: null, correctionEventId: null }
  const eventId = conflict.event_id
  if (conflict.resolution !== null) return { outcome: 'changed', eventId, correctionEventId: null }

  const setsAside =
    request.resolution === 'reject' ||
    (request.resolution === 'adopt' && conflict.state !== 'completed' && conflict.state !== 'rejected')
  if (setsAside) {
    const outcome = await rejectEvent(tx, { eventId, actor: request.actor, reason: request.reason })
    if (outcome !== 'applied') return { outcome, eventId, correctionEventId: null }
  }
  const correctionEventId =
    request.resolution === 'adopt' ? await adoptCorrection(tx, request.conflictId, request.actor, request.reason) : null
  await run(tx, resolve, [request.conflictId, request.resolution, request.actor, request.reason, correctionEventId])
  await run(tx, unhold, [eventId])
  return { outcome: 'applied', eventId, correctionEventId }
}
