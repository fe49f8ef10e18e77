/**
 * The arrivals of a batch as rows, the same for every accepting statement: facts as one JSON array, bytes as two long
 * values cut where they are needed. Arrays of bytea would travel as hexadecimal text, twice as long.
 *
 * $1 json array of facts · $2 the bodies, one after the other · $3 per row 64 bytes: body digest, canonical digest
 */
export const arrivals = `
  SELECT i.*,
    substring($3::bytea FROM i.ord * 64 + 1 FOR 32) AS body_digest,
    substring($3::bytea FROM i.ord * 64 + 33 FOR 32) AS canonical_digest
  FROM json_to_recordset($1::json) AS i (
    ord int, source_id int, provider text, account text, provider_event_id text, type text, identity_basis text, subject text, revision text,
    occurred_ms float8, body_at int, body_bytes int, headers jsonb, delivery_reference text, attempt_number int, remote_address text,
    secret_id int, reject_reason text, rejected_status int, conflict_status int)`

/** The bytes of one row's body. */
export const bodyOf = (row: string) => `substring($2::bytea FROM ${row}.body_at + 1 FOR ${row}.body_bytes)`
