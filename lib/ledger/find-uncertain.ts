import { run, type Statement, type Tx } from '#lib/db/connect.ts'

/**
 * Reserves uncertain events whose next look is due, by moving that time ahead: a reconciler that dies loses only
 * this look, and two never wait for each other.
 */
const reserve: Statement = {
  name: 'reserve_looks',
  text: `
UPDATE processing p SET looks = p.looks + 1, next_attempt_at = clock_timestamp() + make_interval(secs => $2)
FROM (
  SELECT event_id FROM processing
  WHERE state = 'effect_uncertain' AND next_attempt_at <= clock_timestamp()
  ORDER BY next_attempt_at, event_id
  LIMIT $1
  FOR UPDATE SKIP LOCKED
) due
WHERE p.event_id = due.event_id
RETURNING p.event_id, p.looks`,
}

export interface UncertainEvent {
  readonly eventId: bigint
  /** Looks at it so far, this one included. */
  readonly looks: number
}

export async function findUncertain(
  tx: Tx,
  options: { limit: number; reserveSeconds: number },
): Promise<UncertainEvent[]> {
  const rows = await run<{ event_id: bigint; looks: number }>(tx, reserve, [options.limit, options.reserveSeconds])
  return rows.map((row) => ({ eventId: row.event_id, looks: row.looks }))
}
