import type { Statement } from '#lib/db/connect.ts'
import { arrivals, bodyOf } from './arrivals.ts'

/**
 * Second sight, in a statement of its own so that its snapshot sees the event another transaction won with: compares
 * digests and records each arrival as a duplicate or a conflict. One conflict per distinct content; a content that
 * was resolved before is a duplicate again (of its correction, where it was adopted). The payload is kept only for a
 * conflict's first arrival.
 */
export const recogniseKnown: Statement = {
  name: 'recognise_known',
  text: `
WITH input AS MATERIALIZED (${arrivals}
), judged AS MATERIALIZED (
  SELECT i.*, nextval('delivery_id_seq') AS delivery_id, e.id AS original_id,
    coalesce(c.correction_event_id, e.id) AS event_id, p.state, c.id AS conflict_id,
    CASE WHEN e.canonical_digest = i.canonical_digest OR c.resolution IS NOT NULL THEN 'duplicate' ELSE 'conflict' END AS disposition
  FROM input i
  JOIN event e USING (provider, account, provider_event_id)
  JOIN processing p ON p.event_id = e.id
  LEFT JOIN payload_conflict c ON c.event_id = e.id AND c.canonical_digest = i.canonical_digest
), arrived AS (
  INSERT INTO delivery (id, source_id, event_id, disposition, reason, http_status, body_bytes, body_digest, canonical_digest, delivery_reference, attempt_number, remote_address, secret_id)
  SELECT delivery_id, source_id, event_id, disposition,
    CASE WHEN disposition = 'conflict' THEN 'same identity, different content' END,
    CASE WHEN disposition = 'conflict' THEN conflict_status ELSE 200 END,
    body_bytes, body_digest, canonical_digest, delivery_reference, attempt_number, remote_address, secret_id
  FROM judged
), opened AS (
  INSERT INTO payload_conflict (event_id, canonical_digest, delivery_id)
  SELECT DISTINCT ON (original_id, canonical_digest) original_id, canonical_digest, delivery_id
  FROM judged WHERE disposition = 'conflict' AND conflict_id IS NULL
  ORDER BY original_id, canonical_digest, ord
  ON CONFLICT (event_id, canonical_digest) DO NOTHING
  RETURNING delivery_id
), kept AS (
  INSERT INTO payload (delivery_id, body, headers)
  SELECT j.delivery_id, ${bodyOf('j')}, j.headers FROM judged j JOIN opened USING (delivery_id)
)
SELECT ord, event_id, original_id, delivery_id, disposition, state, pg_current_xact_id()::text AS xid FROM judged`,
}
