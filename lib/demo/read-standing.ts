import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { EventState, OperationState } from '#lib/ledger/machine.ts'

/** Where one of the demo's events stands, and what became of it. */
export interface Standing {
  readonly state: EventState
  readonly operation: OperationState | null
  readonly reference: string | null
  readonly deliveries: number
  readonly distinctEvents: number
  readonly confirmed: number
  readonly uncertain: number
}

const read: Statement = {
  name: 'read_demo_standing',
  text: `
SELECT p.state, o.state AS operation, o.reference,
  (SELECT count(*)::int FROM delivery d WHERE d.event_id = e.id) AS deliveries,
  (SELECT count(DISTINCT d.event_id)::int FROM delivery d WHERE d.event_id = e.id) AS distinct_events,
  (SELECT count(*)::int FROM operation c WHERE c.event_id = e.id AND c.state = 'confirmed') AS confirmed,
  (SELECT count(*)::int FROM operation u WHERE u.event_id = e.id AND u.state IN ('submitted', 'uncertain')) AS uncertain
FROM event e JOIN processing p ON p.event_id = e.id LEFT JOIN operation o ON o.event_id = e.id
WHERE e.source_id = $1 AND e.provider_event_id = $2
ORDER BY o.id
LIMIT 1`,
}

export async function readStanding(pool: Pool, sourceId: number, eventId: string): Promise<Standing | undefined> {
  const [row] = await run<Omit<Standing, 'distinctEvents'> & { distinct_events: number }>(pool, read, [
    sourceId,
    eventId,
  ])
  return row && { ...row, distinctEvents: row.distinct_events }
}
