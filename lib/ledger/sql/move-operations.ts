import type { Statement } from '#lib/db/connect.ts'

/**
 * Moves operations, each row judged on its own, and with them the side effect they belong to: `submit` writes the
 * intent, a move with an outcome writes that outcome, in this one statement. The events are already locked.
 *
 * $1: json array of OperationMove rows (see transition.ts).
 */
export const moveOperations: Statement = {
  name: 'move_operations',
  text: `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS i (
    ord int, operation_id bigint, transition text, to_state text, by text, actor text, fence int, expected_seq int,
    reference text, last_error text, idempotency_key text, attempt int,
    outcome text, http_status int, outcome_detail text, reason text, detail jsonb)
), judged AS MATERIALIZED (
  SELECT i.ord, i.operation_id, i.transition, i.by, i.actor, i.reference, i.last_error, i.idempotency_key, i.outcome AS effect_outcome,
    i.http_status, i.outcome_detail, i.reason, i.detail,
    o.event_id, o.state AS from_state, p.seq AS base_seq, p.fence AS current_fence, p.worker, p.source_id, r.to_state,
    CASE WHEN i.transition = 'submit' THEN o.attempts + 1 ELSE coalesce(i.attempt, o.attempts) END AS attempt,
    CASE
      WHEN o.id IS NULL THEN 'not_found'
      WHEN i.fence IS NOT NULL AND (i.fence <> p.fence OR p.lease_until IS NULL OR p.lease_until <= clock_timestamp()) THEN 'stale_fence'
      WHEN i.expected_seq IS NOT NULL AND i.expected_seq <> o.seq THEN 'changed'
      WHEN r.to_state IS NULL THEN 'wrong_state'
      WHEN (r.fenced OR i.by = 'worker') AND i.fence IS NULL THEN 'stale_fence'
      WHEN i.attempt IS NOT NULL AND i.attempt <> o.attempts THEN 'stale_fence'
      WHEN i.transition = 'submit' AND p.hold IS NOT NULL THEN 'held'
      ELSE 'applied'
    END AS outcome
  FROM input i
  LEFT JOIN operation o ON o.id = i.operation_id
  LEFT JOIN processing p ON p.event_id = o.event_id
  LEFT JOIN transition_rule r ON r.entity = 'operation' AND r.transition = i.transition AND r.from_state = o.state AND r."by" = i.by
    AND (i.to_state IS NULL OR r.to_state = i.to_state)
), numbered AS MATERIALIZED (
  SELECT j.*, j.base_seq + (row_number() OVER (PARTITION BY j.event_id, j.outcome = 'applied' ORDER BY j.ord))::int AS new_seq,
    j.outcome = 'applied' AS applied
  FROM judged j
), entered AS (
  INSERT INTO ledger_entry (event_id, seq, entity, operation_id, transition, from_state, to_state, "by", actor, source_id, fence, attempt, reason, detail)
  SELECT event_id, new_seq, 'operation', operation_id, transition, from_state, to_state, by, actor, source_id, current_fence, nullif(attempt, 0), reason, detail
  FROM numbered WHERE applied
), moved AS (
  UPDATE operation o SET
    state = n.to_state,
    state_since = clock_timestamp(),
    seq = n.new_seq,
    attempts = n.attempt,
    reference = coalesce(n.reference, o.reference),
    last_error = CASE WHEN n.last_error IS NULL THEN o.last_error ELSE nullif(n.last_error, '') END
  FROM numbered n WHERE n.applied AND o.id = n.operation_id
), bumped AS (
  UPDATE processing p SET seq = b.seq
  FROM (SELECT event_id, max(new_seq) AS seq FROM numbered WHERE applied GROUP BY event_id) b
  WHERE p.event_id = b.event_id
), intended AS (
  INSERT INTO side_effect (operation_id, attempt, event_id, fence, worker, idempotency_key, request_digest, submitted_at)
  SELECT n.operation_id, n.attempt, n.event_id, n.current_fence, n.worker, n.idempotency_key, q.digest, clock_timestamp()
  FROM numbered n JOIN operation_request q USING (operation_id)
  WHERE n.applied AND n.transition = 'submit'
), concluded AS (
  UPDATE side_effect s SET
    outcome = n.effect_outcome,
    outcome_at = clock_timestamp(),
    http_status = n.http_status,
    reference = n.reference,
    detail = n.outcome_detail
  FROM numbered n
  WHERE n.applied AND n.effect_outcome IS NOT NULL AND s.operation_id = n.operation_id AND s.attempt = n.attempt AND s.outcome IS NULL
)
SELECT outcome, operation_id, event_id, CASE WHEN applied THEN to_state ELSE from_state END AS state, CASE WHEN applied THEN new_seq END AS seq, attempt
FROM numbered
ORDER BY ord`,
}
