import type { Statement } from '#lib/db/connect.ts'

/**
 * Births of operations, with their frozen requests and ledger entries. The events are already locked. An operation
 * that exists is left as it is and returned; a claim that is no longer held plans nothing.
 *
 * $1 event ids · $2 fences · $3 actions · $4 versions · $5 destination ids · $6 keys · $7 methods · $8 paths ·
 * $9 headers (json text) · $10 bodies · $11 digests · $12 actor
 */
export const planOperations: Statement = {
  name: 'plan_operations',
  text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[], $11::bytea[])
    WITH ORDINALITY AS i (event_id, fence, action, version, destination_id, key, method, path, headers, body, digest, ord)
), judged AS MATERIALIZED (
  SELECT i.*, p.seq AS base_seq, p.source_id, o.id AS existing_id,
    p.event_id IS NOT NULL AND p.fence = i.fence AND p.lease_until > clock_timestamp() AS live
  FROM input i
  LEFT JOIN processing p ON p.event_id = i.event_id
  LEFT JOIN operation o ON o.event_id = i.event_id AND o.action = i.action AND o.version = i.version
), numbered AS MATERIALIZED (
  SELECT j.*, j.live AND j.existing_id IS NULL AS fresh,
    coalesce(j.existing_id, nextval('operation_id_seq')) AS operation_id,
    j.base_seq + (row_number() OVER (PARTITION BY j.event_id, j.live AND j.existing_id IS NULL ORDER BY j.ord))::int AS new_seq
  FROM judged j
), entered AS (
  INSERT INTO ledger_entry (event_id, seq, entity, operation_id, transition, from_state, to_state, "by", actor, source_id, fence)
  SELECT event_id, new_seq, 'operation', operation_id, 'plan', 'none', 'planned', 'worker', $12, source_id, fence FROM numbered WHERE fresh
), born AS (
  INSERT INTO operation (id, event_id, action, version, destination_id, key, state, seq)
  SELECT operation_id, event_id, action, version, destination_id, key, 'planned', new_seq FROM numbered WHERE fresh
), frozen AS (
  INSERT INTO operation_request (operation_id, method, path, headers, body, digest)
  SELECT operation_id, method, path, headers::jsonb, body, digest FROM numbered WHERE fresh AND method IS NOT NULL
), bumped AS (
  UPDATE processing p SET seq = b.seq
  FROM (SELECT event_id, max(new_seq) AS seq FROM numbered WHERE fresh GROUP BY event_id) b
  WHERE p.event_id = b.event_id
)
SELECT live, operation_id FROM numbered ORDER BY ord`,
}
