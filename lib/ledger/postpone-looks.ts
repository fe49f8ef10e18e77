import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { lockEvents } from './sql/lock-events.ts'

const postpone: Statement = {
  name: 'postpone_looks',
  text: `
UPDATE processing p SET next_attempt_at = clock_timestamp() + make_interval(secs => w.ms / 1000)
FROM unnest($1::bigint[], $2::double precision[]) AS w (event_id, ms)
WHERE p.event_id = w.event_id AND p.state = 'effect_uncertain'`,
}

/** Sets when uncertain events are next looked at: event id → milliseconds from the database's now. */
export async function postponeLooks(tx: Tx, delays: ReadonlyMap<bigint, number>): Promise<void> {
  if (delays.size === 0) return
  const ordered = [...delays].sort(([a], [b]) => (a < b ? -1 : 1))
  const ids = ordered.map(([id]) => id)
  await run(tx, lockEvents, [ids])
  await run(tx, postpone, [ids, ordered.map(([, ms]) => ms)])
}
