import type { Statement } from '#lib/db/connect.ts'

/**
 * What verification reads of the events numbered above $1 and up to $2. By range and table by table, so that rows
 * whose event is gone are read too.
 */

/** $1: the last number of the batch before · $2: how many events. NULL after the last batch. */
export const nextBatchEnd: Statement = {
  name: 'verify_next_batch',
  text: 'SELECT max(id) AS "end" FROM (SELECT id FROM event WHERE id > $1 ORDER BY id LIMIT $2) batch',
}

export const readEvents: Statement = {
  name: 'verify_events',
  text: `
SELECT e.id, e.source_id, e.corrects_event_id,
  (SELECT count(*)::int FROM (
    SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.disposition IN ('accepted', 'rejected') LIMIT 2) first) AS first_deliveries,
  (SELECT sha256(y.body) = e.body_digest FROM payload y WHERE y.event_id = e.id) AS payload_intact
FROM event e WHERE e.id > $1 AND e.id <= $2`,
}

export const readProcessing: Statement = {
  name: 'verify_processing',
  text: `
SELECT p.event_id, p.source_id, p.state, p.seq, p.state_seq, p.fence, p.attempts, p.lease_until IS NOT NULL AS leased, p.hold,
  EXISTS (SELECT 1 FROM payload_conflict c WHERE c.event_id = p.event_id AND c.resolution IS NULL) AS open_conflict
FROM processing p WHERE p.event_id > $1 AND p.event_id <= $2`,
}

export const readEntries: Statement = {
  name: 'verify_entries',
  text: `
SELECT event_id, seq, entity, operation_id, transition, from_state, to_state, "by", source_id, fence, attempt
FROM ledger_entry WHERE event_id > $1 AND event_id <= $2 ORDER BY event_id, seq`,
}

export const readOperations: Statement = {
  name: 'verify_operations',
  text: `
SELECT o.id, o.event_id, o.action, o.destination_id, o.state, o.seq, o.attempts,
  EXISTS (SELECT 1 FROM operation_request q WHERE q.operation_id = o.id) AS has_request
FROM operation o WHERE o.event_id > $1 AND o.event_id <= $2`,
}

export const readSideEffects: Statement = {
  name: 'verify_side_effects',
  text: `
SELECT s.event_id, s.operation_id, s.attempt, s.fence, s.outcome,
  coalesce((SELECT q.digest = s.request_digest FROM operation_request q WHERE q.operation_id = s.operation_id), true) AS same_request
FROM side_effect s WHERE s.event_id > $1 AND s.event_id <= $2`,
}
