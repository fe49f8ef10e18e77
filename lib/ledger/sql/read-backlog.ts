import type { Statement } from '#lib/db/connect.ts'

/**
 * What waits, from the partial indexes processing_due, processing_leased and processing_held. The longest waiting
 * event is looked for among the 200 most overdue of each: a retried one is younger in its state than in its need.
 *
 * $1: source id or NULL · $2: where counting stops
 */
export const readBacklog: Statement = {
  name: 'read_backlog',
  text: `
WITH pending AS MATERIALIZED (
  (SELECT event_id FROM processing
   WHERE state = 'validated' AND hold IS NULL AND ($1::int IS NULL OR source_id = $1)
   ORDER BY next_attempt_at, event_id LIMIT 200)
  UNION ALL
  (SELECT event_id FROM processing
   WHERE state = 'claimed' AND ($1::int IS NULL OR source_id = $1)
   ORDER BY lease_until LIMIT 200)
)
SELECT clock_timestamp() AS at,
  (SELECT extract(epoch FROM clock_timestamp() - min(due.at))::float8
   FROM pending p CROSS JOIN LATERAL (
     SELECT l.at FROM ledger_entry l
     WHERE l.event_id = p.event_id AND l.entity = 'event' AND l.transition IN ('validate', 'retry', 'replay', 'restore', 'resume')
     ORDER BY l.seq DESC LIMIT 1
   ) due) AS oldest_pending_seconds,
  (SELECT count(*)::int FROM (
     SELECT 1 FROM processing
     WHERE state = 'validated' AND hold IS NULL AND next_attempt_at > clock_timestamp() AND ($1::int IS NULL OR source_id = $1)
     LIMIT $2) counted) AS retries_waiting,
  (SELECT count(*)::int FROM (
     SELECT 1 FROM processing WHERE hold = 'conflict' AND ($1::int IS NULL OR source_id = $1) LIMIT $2) counted) AS held_conflict,
  (SELECT count(*)::int FROM (
     SELECT 1 FROM processing WHERE hold = 'no_action' AND ($1::int IS NULL OR source_id = $1) LIMIT $2) counted) AS held_no_action`,
}
