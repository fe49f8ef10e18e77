import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { type EventMove, type OperationMove, transition } from './transition.ts'

const findExpired: Statement = {
  name: 'find_expired',
  text: `
SELECT event_id, worker FROM processing
WHERE state = 'claimed' AND lease_until <= clock_timestamp()
ORDER BY lease_until
LIMIT $1
FOR UPDATE SKIP LOCKED`,
}

const findOpen: Statement = {
  name: 'find_open_operations',
  text: `
SELECT id, event_id, state FROM operation WHERE event_id = ANY ($1::bigint[]) AND state IN ('submitted', 'uncertain')`,
}

/**
 * Takes back claims whose lease has run out, by the database's clock. Two paths that never meet: no open intent →
 * reclaim (nothing was sent); an open intent → its outcome is lost and the event's effect is uncertain.
 */
export async function reapExpired(
  tx: Tx,
  reaper: { actor: string; limit: number; firstLookDelayMs: number },
): Promise<{ reclaimed: number; lost: number }> {
  const expired = await run<{ event_id: bigint; worker: string }>(tx, findExpired, [reaper.limit])
  if (expired.length === 0) return { reclaimed: 0, lost: 0 }
  const open = await run<{ id: bigint; event_id: bigint; state: string }>(tx, findOpen, [
    expired.map((row) => row.event_id),
  ])
  const uncertainEvents = new Set(open.map((row) => row.event_id))

  const operations = open
    .filter((row) => row.state === 'submitted')
    .map(
      (row): OperationMove => ({
        operationId: row.id,
        eventId: row.event_id,
        transition: 'lose',
        by: 'reaper',
        actor: reaper.actor,
        reason: 'the lease ran out while a request may have been on its way',
        lastError: 'no outcome was recorded before the lease ran out',
        outcome: { kind: 'lost', detail: 'no outcome was recorded before the lease ran out' },
      }),
    )
  const events = expired.map(({ event_id: eventId, worker }): EventMove => {
    const lost = uncertainEvents.has(eventId)
    return {
      eventId,
      transition: lost ? 'lose' : 'reclaim',
      by: 'reaper',
      actor: reaper.actor,
      delayMs: lost ? reaper.firstLookDelayMs : 0,
      lastError: lost
        ? 'the worker vanished after a request was submitted'
        : 'the worker vanished before anything was submitted',
      reason: `the lease of ${worker} ran out ${lost ? 'after' : 'before'} a request was submitted`,
    }
  })
  const moved = await transition(tx, { locked: true, operations, events })
  const applied = moved.events.filter((event) => event.outcome === 'applied')
  const lost = applied.filter((event) => uncertainEvents.has(event.eventId)).length
  return { reclaimed: applied.length - lost, lost }
}
