import type { Statement } from '#lib/db/connect.ts'
import { arrivals, bodyOf } from './arrivals.ts'

/** Authentic requests that are no event (not JSON, no id, …): a delivery with its bytes, no identity reserved. */
export const recordUnidentified: Statement = {
  name: 'record_unidentified',
  text: `
WITH input AS MATERIALIZED (
  SELECT a.*, nextval('delivery_id_seq') AS delivery_id FROM (${arrivals}) a
), arrived AS (
  INSERT INTO delivery (id, source_id, disposition, reason, http_status, body_bytes, body_digest, delivery_reference, remote_address, secret_id)
  SELECT delivery_id, source_id, 'rejected', reject_reason, rejected_status, body_bytes, body_digest, delivery_reference, remote_address, secret_id FROM input
), kept AS (
  INSERT INTO payload (delivery_id, body, headers) SELECT delivery_id, ${bodyOf('input')}, headers FROM input
)
SELECT ord, delivery_id, pg_current_xact_id()::text AS xid FROM input`,
}
