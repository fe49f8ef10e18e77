import type { Pool } from '#lib/db/connect.ts'
import type { EventState, Hold } from '#lib/ledger/machine.ts'

export interface EventFilter {
  readonly state?: string
  readonly source?: string
  readonly type?: string
  readonly held?: boolean
  /** Only events before this one: the cursor of the page before. */
  readonly after?: bigint
  readonly limit: number
}

export interface EventRow {
  readonly id: bigint
  readonly source: string
  readonly provider: string
  readonly account: string
  readonly eventId: string
  readonly type: string
  readonly state: EventState
  readonly hold: Hold | null
  readonly stateSince: Date
  readonly attempts: number
  readonly seq: number
  readonly receivedAt: Date
  readonly lastError: string | null
}

/** Newest first, one page; `next` is the cursor of the following one. */
export async function listEvents(
  pool: Pool,
  filter: EventFilter,
): Promise<{ events: EventRow[]; next: bigint | null }> {
  const values: unknown[] = []
  const conditions: string[] = []
  const where = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  where((place) => `p.state = ${place}`, filter.state)
  where((place) => `p.source_id = (SELECT id FROM source WHERE slug = ${place})`, filter.source)
  where((place) => `e.type = ${place}`, filter.type)
  where((place) => `p.event_id < ${place}`, filter.after)
  if (filter.held) conditions.push('p.hold IS NOT NULL')
  // Lets the planner prove that the partial index of unfinished events applies.
  if (filter.state !== undefined && filter.state !== 'completed') conditions.push("p.state <> 'completed'")
  values.push(filter.limit + 1)
  const { rows } = await pool.query<EventRow>({
    text: `
SELECT e.id, s.slug AS source, e.provider, e.account, e.provider_event_id AS "eventId", e.type, p.state, p.hold,
  p.state_since AS "stateSince", p.attempts, p.seq, e.received_at AS "receivedAt", p.last_error AS "lastError"
FROM processing p JOIN event e ON e.id = p.event_id JOIN source s ON s.id = e.source_id
${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
ORDER BY p.event_id DESC LIMIT $${values.length}`,
    values,
  })
  const events = rows.slice(0, filter.limit)
  return { events, next: rows.length > filter.limit ? (events.at(-1)?.id ?? null) : null }
}
