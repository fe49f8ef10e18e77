import type { Statement } from '#lib/db/connect.ts'

/**
 * Moves events, each row judged on its own. The rows are already locked by lock_events in an earlier statement, so
 * this one's snapshot sees their operations as they are.
 *
 * $1: json array of EventMove rows (see transition.ts).
 */
export const moveEvents: Statement = {
  name: 'move_events',
  text: `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS i (
    ord int, event_id bigint, transition text, by text, actor text, fence int, expected_seq int,
    worker text, lease_seconds double precision, delay_ms double precision, hold text, last_error text,
    reset_attempts boolean, counts int, delivery_id bigint, reason text, detail jsonb)
), judged AS MATERIALIZED (
  SELECT i.*, p.state AS from_state, p.source_id, r.to_state, p.seq + 1 AS new_seq, p.fence + r.raises_fence::int AS new_fence,
    CASE WHEN i.reset_attempts THEN 0 ELSE greatest(p.attempts + i.counts, 0) END AS new_attempts,
    CASE
      WHEN p.event_id IS NULL THEN 'not_found'
      WHEN i.fence IS NOT NULL AND (i.fence <> p.fence OR p.lease_until IS NULL OR p.lease_until <= clock_timestamp()) THEN 'stale_fence'
      WHEN i.expected_seq IS NOT NULL AND i.expected_seq <> p.seq THEN 'changed'
      WHEN r.to_state IS NULL THEN 'wrong_state'
      WHEN r.fenced AND i.fence IS NULL THEN 'stale_fence'
      WHEN r.guard = 'accounted' AND doing.unaccounted THEN 'guarded'
      WHEN r.guard = 'none_open' AND doing.open THEN 'guarded'
      WHEN r.guard = 'some_open' AND doing.open IS NOT TRUE THEN 'guarded'
      ELSE 'applied'
    END AS outcome
  FROM input i
  LEFT JOIN processing p ON p.event_id = i.event_id
  LEFT JOIN transition_rule r ON r.entity = 'event' AND r.transition = i.transition AND r.from_state = p.state AND r."by" = i.by
  -- An aggregate per row, not EXISTS: PostgreSQL may answer EXISTS by hashing the whole table.
  LEFT JOIN LATERAL (
    SELECT bool_or(o.state NOT IN ('confirmed', 'waived', 'superseded')) AS unaccounted, bool_or(o.state IN ('submitted', 'uncertain')) AS open
    FROM operation o WHERE o.event_id = p.event_id
  ) doing ON r.guard IS NOT NULL
), moved AS (
  UPDATE processing p SET
    state = j.to_state,
    state_since = clock_timestamp(),
    seq = j.new_seq,
    state_seq = j.new_seq,
    fence = j.new_fence,
    worker = j.worker,
    lease_until = clock_timestamp() + make_interval(secs => j.lease_seconds),
    attempts = j.new_attempts,
    next_attempt_at = CASE WHEN j.delay_ms IS NULL THEN p.next_attempt_at ELSE clock_timestamp() + make_interval(secs => j.delay_ms / 1000) END,
    looks = 0,
    -- A conflict that opened meanwhile outlasts every other hold: only its resolution ends it.
    hold = CASE WHEN j.hold IS NULL OR p.hold = 'conflict' AND j.hold <> '' THEN p.hold ELSE nullif(j.hold, '') END,
    last_error = CASE WHEN j.last_error IS NULL THEN p.last_error ELSE nullif(j.last_error, '') END
  FROM judged j
  WHERE j.outcome = 'applied' AND p.event_id = j.event_id
), entered AS (
  INSERT INTO ledger_entry (event_id, seq, entity, transition, from_state, to_state, "by", actor, source_id, fence, delivery_id, reason, detail)
  SELECT event_id, new_seq, 'event', transition, from_state, to_state, by, actor, source_id, new_fence, delivery_id, reason, detail
  FROM judged WHERE outcome = 'applied'
)
SELECT outcome, event_id,
  CASE WHEN outcome = 'applied' THEN to_state ELSE from_state END AS state,
  CASE WHEN outcome = 'applied' THEN new_fence END AS fence,
  CASE WHEN outcome = 'applied' THEN new_seq END AS seq,
  CASE WHEN outcome = 'applied' THEN new_attempts END AS attempts
FROM judged
ORDER BY ord`,
}
