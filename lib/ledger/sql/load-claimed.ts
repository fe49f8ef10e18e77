import type { Statement } from '#lib/db/connect.ts'

/** $1: event ids. What a worker needs to do the work: the event with its bytes. */
export const loadClaimed: Statement = {
  name: 'load_claimed',
  text: `
SELECT e.id, e.provider, e.account, e.provider_event_id, e.source_id, e.type, e.subject, e.revision, e.occurred_at, e.received_at,
  s.slug AS source_slug, s.record_only, y.body, y.headers, p.last_error
FROM event e
JOIN processing p ON p.event_id = e.id
JOIN source s ON s.id = e.source_id
JOIN payload y ON y.event_id = e.id
WHERE e.id = ANY ($1::bigint[])`,
}
