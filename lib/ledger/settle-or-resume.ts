import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import type { ActorKind } from './machine.ts'
import { lockEvents } from './sql/lock-events.ts'
import { type EventMove, type EventMoved, transition } from './transition.ts'

const judge: Statement = {
  name: 'judge_uncertain_events',
  text: `
SELECT p.event_id,
  coalesce(bool_and(o.state IN ('confirmed', 'waived', 'superseded')), true) AS accounted,
  coalesce(bool_or(o.state IN ('submitted', 'uncertain')), false) AS open
FROM processing p LEFT JOIN operation o ON o.event_id = p.event_id
WHERE p.event_id = ANY ($1::bigint[]) AND p.state = 'effect_uncertain'
GROUP BY p.event_id`,
}

/** Leads uncertain events on: completed where all is accounted for, due again where work remains, else left alone. */
export async function settleOrResume(
  tx: Tx,
  eventIds: readonly bigint[],
  mover: { by: ActorKind; actor: string },
): Promise<EventMoved[]> {
  if (eventIds.length === 0) return []
  await run(tx, lockEvents, [eventIds])
  const judged = await run<{ event_id: bigint; accounted: boolean; open: boolean }>(tx, judge, [eventIds])
  const events = judged
    .filter((row) => row.accounted || !row.open)
    .map(
      (row): EventMove => ({
        ...mover,
        eventId: row.event_id,
        transition: row.accounted ? 'settle' : 'resume',
        reason: row.accounted ? 'every operation is accounted for' : 'nothing is uncertain any more; work remains',
        delayMs: 0,
        lastError: row.accounted ? null : undefined,
        resetAttempts: mover.by === 'operator',
      }),
    )
  return (await transition(tx, { events })).events
}
