import { run, type Statement, type Tx } from '#lib/db/connect.ts'

/**
 * Births of a correction: event, payload, processing and ledger in one statement. Its identity is the original's with
 * the digest of the adopted content, so that adopting the same content twice is impossible.
 */
const adopt: Statement = {
  name: 'adopt_correction',
  text: `
WITH original AS (
  SELECT e.*, c.canonical_digest AS adopted_digest, c.delivery_id, d.body_digest AS adopted_body_digest, y.body, y.headers
  FROM payload_conflict c
  JOIN event e ON e.id = c.event_id
  JOIN delivery d ON d.id = c.delivery_id
  JOIN payload y ON y.delivery_id = c.delivery_id
  WHERE c.id = $1
), corrected AS (
  INSERT INTO event (provider, account, provider_event_id, source_id, type, identity_basis, subject, revision, occurred_at, body_digest, canonical_digest, corrects_event_id)
  SELECT provider, account, left(provider_event_id, 480) || '~' || left(encode(adopted_digest, 'hex'), 16), source_id, type, identity_basis, subject, revision,
    occurred_at, adopted_body_digest, adopted_digest, id
  FROM original
  RETURNING id, source_id
), kept AS (
  INSERT INTO payload (event_id, body, headers) SELECT c.id, o.body, o.headers FROM corrected c, original o
), started AS (
  INSERT INTO processing (event_id, source_id, state, seq, state_seq) SELECT id, source_id, 'validated', 2, 2 FROM corrected
), entered AS (
  INSERT INTO ledger_entry (event_id, seq, entity, transition, from_state, to_state, "by", actor, source_id, fence, delivery_id, reason)
  SELECT c.id, step.seq, 'event', step.transition, step.from_state, step.to_state, 'inbox', $2, c.source_id, 0, o.delivery_id, $3
  FROM corrected c, original o, (VALUES (1, 'receive', 'none', 'received'), (2, 'validate', 'received', 'validated')) AS step (seq, transition, from_state, to_state)
)
SELECT id FROM corrected`,
}

/** Makes the conflict's content an event of its own, linked to the original. Returns its id. */
export async function adoptCorrection(tx: Tx, conflictId: bigint, actor: string, reason: string): Promise<bigint> {
  const [row] = await run<{ id: bigint }>(tx, adopt, [conflictId, actor, reason])
  if (row === undefined) throw new Error(`conflict ${conflictId} has no payload to adopt`)
  return row.id
}
