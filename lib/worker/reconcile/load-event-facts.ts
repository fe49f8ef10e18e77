import { type ActionEvent, actionEvent } from '#lib/actions/action-event.ts'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'

const load: Statement = {
  name: 'load_event_facts',
  text: `
SELECT e.id, e.provider, e.account, e.provider_event_id, e.type, e.subject, e.revision, e.occurred_at, e.received_at,
  s.slug AS source_slug, y.body, y.headers
FROM event e JOIN source s ON s.id = e.source_id JOIN payload y ON y.event_id = e.id
WHERE e.id = ANY ($1::bigint[])`,
}

/** Events as actions see them, by id. One whose payload has expired is missing. */
export async function loadEventFacts(pool: Pool, eventIds: readonly bigint[]): Promise<Map<bigint, ActionEvent>> {
  const rows = await run<Row & Record<string, unknown>>(pool, load, [eventIds])
  return new Map(
    rows.map((row) => [
      row.id,
      actionEvent({
        provider: row.provider,
        account: row.account,
        eventId: row.provider_event_id,
        type: row.type,
        subject: row.subject,
        revision: row.revision,
        occurredAt: row.occurred_at,
        receivedAt: row.received_at,
        sourceSlug: row.source_slug,
        body: row.body,
        headers: row.headers,
      }),
    ]),
  )
}

interface Row {
  id: bigint
  provider: string
  account: string
  provider_event_id: string
  type: string
  subject: string | null
  revision: string | null
  occurred_at: Date | null
  received_at: Date
  source_slug: string
  body: Buffer
  headers: Record<string, string>
}
