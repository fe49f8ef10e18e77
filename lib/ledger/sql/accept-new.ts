import type { Statement } from '#lib/db/connect.ts'
import { arrivals, bodyOf } from './arrivals.ts'

/**
 * First sight: event, payload, processing, delivery and ledger of every identity not seen before, in one statement.
 * Identities are inserted in order, so that two batches cannot deadlock. Rows that do not come back were known
 * already, perhaps to a transaction this statement's snapshot cannot see: recognise_known judges them afterwards.
 */
export const acceptNew: Statement = {
  name: 'accept_new',
  text: `
WITH input AS MATERIALIZED (${arrivals}
), first AS MATERIALIZED (
  SELECT DISTINCT ON (provider, account, provider_event_id) *, nextval('event_id_seq') AS event_id
  FROM input ORDER BY provider, account, provider_event_id, ord
), new_event AS (
  INSERT INTO event (id, provider, account, provider_event_id, source_id, type, identity_basis, subject, revision, occurred_at, body_digest, canonical_digest)
  SELECT event_id, provider, account, provider_event_id, source_id, type, identity_basis, subject, revision, to_timestamp(occurred_ms / 1000), body_digest, canonical_digest
  FROM first ORDER BY provider, account, provider_event_id
  ON CONFLICT (provider, account, provider_event_id) DO NOTHING
  RETURNING id
), born AS MATERIALIZED (
  SELECT f.*, nextval('delivery_id_seq') AS delivery_id FROM first f
  WHERE f.event_id = ANY (ARRAY(SELECT id FROM new_event))
), kept AS (
  INSERT INTO payload (event_id, body, headers) SELECT event_id, ${bodyOf('born')}, headers FROM born
), arrived AS (
  INSERT INTO delivery (id, source_id, event_id, disposition, reason, http_status, body_bytes, body_digest, canonical_digest, delivery_reference, attempt_number, remote_address, secret_id)
  SELECT delivery_id, source_id, event_id, CASE WHEN reject_reason IS NULL THEN 'accepted' ELSE 'rejected' END, reject_reason,
    CASE WHEN reject_reason IS NULL THEN 200 ELSE rejected_status END,
    body_bytes, body_digest, canonical_digest, delivery_reference, attempt_number, remote_address, secret_id
  FROM born
), started AS (
  INSERT INTO processing (event_id, source_id, state, seq, state_seq, last_error)
  SELECT event_id, source_id, CASE WHEN reject_reason IS NULL THEN 'validated' ELSE 'rejected' END, 2, 2, reject_reason FROM born
), entered AS (
  INSERT INTO ledger_entry (event_id, seq, entity, transition, from_state, to_state, "by", actor, source_id, fence, delivery_id, reason)
  SELECT event_id, 1, 'event', 'receive', 'none', 'received', 'inbox', 'inbox', source_id, 0, delivery_id, NULL FROM born
  UNION ALL
  SELECT event_id, 2, 'event', CASE WHEN reject_reason IS NULL THEN 'validate' ELSE 'reject' END, 'received',
    CASE WHEN reject_reason IS NULL THEN 'validated' ELSE 'rejected' END, 'inbox', 'inbox', source_id, 0, delivery_id, reject_reason FROM born
)
SELECT ord, event_id, delivery_id, pg_current_xact_id()::text AS xid FROM born`,
}
