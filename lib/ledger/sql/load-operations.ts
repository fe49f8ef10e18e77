import type { Statement } from '#lib/db/connect.ts'

/**
 * $1: event ids. Operations with their frozen requests. `doubted`: it was made due again by `repeat`, so an earlier
 * attempt may have acted, and no later evidence said that none did.
 */
export const loadOperations: Statement = {
  name: 'load_operations',
  text: `
SELECT o.id, o.event_id, o.action, o.version, o.destination_id, o.key, o.state, o.seq, o.attempts, o.reference,
  q.method, q.path, q.headers, q.body,
  sent.first_at AS first_submitted_at, sent.last_at AS last_submitted_at, coalesce(doubt.doubted, false) AS doubted,
  clock_timestamp() AS database_now
FROM operation o
LEFT JOIN operation_request q ON q.operation_id = o.id
LEFT JOIN LATERAL (
  SELECT min(s.submitted_at) AS first_at, max(s.submitted_at) AS last_at FROM side_effect s WHERE s.operation_id = o.id
) sent ON o.attempts > 0
LEFT JOIN LATERAL (
  SELECT max(r.seq) FILTER (WHERE r.transition = 'repeat') > coalesce(max(r.seq) FILTER (WHERE r.transition = 'verify_absent'), 0) AS doubted
  FROM ledger_entry r WHERE r.event_id = o.event_id AND r.operation_id = o.id
) doubt ON o.attempts > 0
WHERE o.event_id = ANY ($1::bigint[])
ORDER BY o.id`,
}
