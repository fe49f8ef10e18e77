import { prisma } from '#lib/db/prisma.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import type { EventState, Hold, OperationState } from '#lib/ledger/machine.ts'
import { firstIdSince } from './first-id-since.ts'
import { type Keyset, PAGE_ROWS, type Page, toPage } from './keyset.ts'

/** Deliveries of one event are counted up to this. */
const DELIVERIES_CAP = 100

export interface EventFilter extends Keyset {
  readonly state?: EventState | null
  readonly held?: Hold | 'any' | null
  readonly source?: string | null
  readonly type?: string | null
  /** Only events received in the last so many hours. */
  readonly hours?: number | null
}

export interface EventRow {
  readonly id: string
  readonly provider: string
  readonly account: string
  readonly eventId: string
  readonly type: string
  readonly receivedAt: string
  readonly corrects: string | null
  readonly source: { readonly slug: string; readonly name: string; readonly demo: boolean }
  readonly state: EventState
  readonly stateSince: string
  readonly hold: Hold | null
  readonly worker: string | null
  readonly fence: number
  readonly attempts: number
  readonly nextAttemptAt: string
  readonly lastError: string | null
  readonly deliveries: number
  /** The operation that tells most about it: an open one before a finished one. */
  readonly operation: {
    readonly action: string
    readonly state: OperationState
    readonly reference: string | null
    readonly lastError: string | null
  } | null
}

interface Row {
  id: bigint
  provider: string
  account: string
  provider_event_id: string
  type: string
  received_at: Date
  corrects_event_id: bigint | null
  slug: string
  name: string
  demo: boolean
  state: EventState
  state_since: Date
  hold: Hold | null
  worker: string | null
  fence: number
  attempts: number
  next_attempt_at: Date
  last_error: string | null
  deliveries: number
  action: string | null
  operation_state: OperationState | null
  reference: string | null
  operation_error: string | null
}

/** One page of events, newest first, found by keyset: page 1,000 costs what page 1 costs. */
export async function listEvents(filter: EventFilter): Promise<Page<EventRow>> {
  const backwards = filter.after !== null && filter.before === null
  const conditions = await conditionsOf(filter)
  const order = backwards ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const rows = await prisma().$queryRaw<Row[]>`
    WITH page AS MATERIALIZED (
      SELECT e.id FROM event e JOIN processing p ON p.event_id = e.id JOIN source s ON s.id = e.source_id
      WHERE ${Prisma.join(conditions, ' AND ')}
      ORDER BY e.id ${order} LIMIT ${PAGE_ROWS + 1}
    ) ${decorate}`
  return toPage(rows, filter, ({ id }) => id, toRow)
}

/** These events as list rows, newest first. */
export async function listEventsById(ids: readonly bigint[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  const rows = await prisma().$queryRaw<Row[]>`
    WITH page AS MATERIALIZED (SELECT unnest(${[...ids]}::bigint[]) AS id) ${decorate}`
  return rows.map(toRow)
}

async function conditionsOf(filter: EventFilter): Promise<Prisma.Sql[]> {
  const conditions = [Prisma.sql`true`]
  if (filter.state != null) conditions.push(Prisma.sql`p.state = ${filter.state}`)
  if (filter.held === 'any') conditions.push(Prisma.sql`p.hold IS NOT NULL`)
  else if (filter.held != null) conditions.push(Prisma.sql`p.hold = ${filter.held}`)
  if (filter.source != null) {
    conditions.push(Prisma.sql`e.source_id = (SELECT id FROM source WHERE slug = ${filter.source})`)
  }
  if (filter.type != null) conditions.push(Prisma.sql`e.type = ${filter.type}`)
  if (filter.hours != null) {
    const since = new Date(Date.now() - filter.hours * 3_600_000)
    conditions.push(Prisma.sql`e.id >= ${await firstIdSince('event', since)} AND e.received_at >= ${since}`)
  }
  if (filter.before != null) conditions.push(Prisma.sql`e.id < ${filter.before}`)
  else if (filter.after != null) conditions.push(Prisma.sql`e.id > ${filter.after}`)
  return conditions
}

/** An operation in one of these says more about its event than a finished one, in this order. */
const telling: OperationState[] = ['uncertain', 'failed', 'submitted', 'planned']

const decorate = Prisma.sql`
  SELECT e.id, e.provider, e.account, e.provider_event_id, e.type, e.received_at, e.corrects_event_id,
    s.slug, s.name, s.demo, p.state, p.state_since, p.hold, p.worker, p.fence, p.attempts, p.next_attempt_at, p.last_error,
    d.deliveries, o.action, o.state AS operation_state, o.reference, o.last_error AS operation_error
  FROM page
  JOIN event e ON e.id = page.id
  JOIN processing p ON p.event_id = e.id
  JOIN source s ON s.id = e.source_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS deliveries FROM (SELECT 1 FROM delivery WHERE event_id = e.id LIMIT ${DELIVERIES_CAP}) AS counted
  ) AS d
  LEFT JOIN LATERAL (
    SELECT action, state, reference, last_error FROM operation WHERE event_id = e.id
    ORDER BY coalesce(array_position(${telling}::text[], state), 99), id DESC
    LIMIT 1
  ) AS o ON true
  ORDER BY e.id DESC`

function toRow(row: Row): EventRow {
  return {
    id: String(row.id),
    provider: row.provider,
    account: row.account,
    eventId: row.provider_event_id,
    type: row.type,
    receivedAt: row.received_at.toISOString(),
    corrects: row.corrects_event_id?.toString() ?? null,
    source: { slug: row.slug, name: row.name, demo: row.demo },
    state: row.state,
    stateSince: row.state_since.toISOString(),
    hold: row.hold,
    worker: row.worker,
    fence: row.fence,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at.toISOString(),
    lastError: row.last_error,
    deliveries: row.deliveries,
    operation:
      row.action === null || row.operation_state === null
        ? null
        : {
            action: row.action,
            state: row.operation_state,
            reference: row.reference,
            lastError: row.operation_error,
          },
  }
}
