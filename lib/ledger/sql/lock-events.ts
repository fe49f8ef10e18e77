import type { Statement } from '#lib/db/connect.ts'

/** Locks the mutable rows of the events, always in the order of their ids so that no two callers can deadlock. */
export const lockEvents: Statement = {
  name: 'lock_events',
  text: `
SELECT event_id FROM processing
WHERE event_id = ANY ($1::bigint[])
ORDER BY event_id
FOR UPDATE`,
}
