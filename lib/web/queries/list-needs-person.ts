import { prisma } from '#lib/db/prisma.ts'
import type { EventState, Hold } from '#lib/ledger/machine.ts'

/** One thing that waits for a person: an event, or a cause that many events share. */
export interface NeedItem {
  readonly key: string
  readonly state: EventState
  readonly hold: Hold | null
  readonly what: string
  readonly detail: string
  readonly since: string
  readonly href: string
}

const EACH = 4
/** Failures are grouped by cause among this many of the newest. */
const FAILURES_LOOKED_AT = 1_000

/** The oldest of what is uncertain or in conflict, and the commonest causes of failure. */
export async function listNeedsPerson(): Promise<NeedItem[]> {
  const [uncertain, conflicts, failures] = await Promise.all([listUncertain(), listConflicts(), listFailures()])
  return [...uncertain, ...conflicts, ...failures]
}

async function listUncertain(): Promise<NeedItem[]> {
  const rows = await prisma().$queryRaw<
    { id: bigint; event: string; since: Date; action: string | null; destination: string | null }[]
  >`
    SELECT e.id, e.provider_event_id AS event, p.state_since AS since, o.action, d.name AS destination
    FROM (SELECT event_id, state_since FROM processing WHERE state = 'effect_uncertain' ORDER BY event_id LIMIT ${EACH}) AS p
    JOIN event e ON e.id = p.event_id
    LEFT JOIN LATERAL (
      SELECT action, destination_id FROM operation WHERE event_id = p.event_id AND state = 'uncertain' ORDER BY id LIMIT 1
    ) AS o ON true
    LEFT JOIN destination d ON d.id = o.destination_id
    ORDER BY p.event_id`
  return rows.map((row) => ({
    key: `uncertain-${row.id}`,
    state: 'effect_uncertain',
    hold: null,
    what: row.action === null ? 'outcome unknown' : `${row.action} at ${row.destination ?? 'this database'}`,
    detail: row.event,
    since: row.since.toISOString(),
    href: `/events/${row.id}`,
  }))
}

async function listConflicts(): Promise<NeedItem[]> {
  const rows = await prisma().payloadConflict.findMany({
    where: { resolution: null },
    orderBy: { id: 'asc' },
    take: EACH,
    select: { id: true, openedAt: true, event: { select: { type: true, providerEventId: true } } },
  })
  return rows.map((row) => ({
    key: `conflict-${row.id}`,
    state: 'validated',
    hold: 'conflict',
    what: `${row.event.type}: same identity, different content`,
    detail: row.event.providerEventId,
    since: row.openedAt.toISOString(),
    href: `/conflicts/${row.id}`,
  }))
}

async function listFailures(): Promise<NeedItem[]> {
  const rows = await prisma().$queryRaw<
    { cause: string | null; events: number; first: bigint; event: string; since: Date }[]
  >`
    SELECT f.cause, f.events, f.first, f.since, e.provider_event_id AS event FROM (
      SELECT last_error AS cause, count(*)::int AS events, min(event_id) AS first, min(state_since) AS since
      FROM (
        SELECT event_id, last_error, state_since FROM processing WHERE state = 'failed' ORDER BY event_id DESC LIMIT ${FAILURES_LOOKED_AT}
      ) AS newest
      GROUP BY last_error ORDER BY count(*) DESC, min(event_id) LIMIT ${EACH}
    ) AS f JOIN event e ON e.id = f.first
    ORDER BY f.events DESC`
  return rows.map((row) => ({
    key: `failure-${row.first}`,
    state: 'failed',
    hold: null,
    what: row.cause ?? 'no cause was recorded',
    detail: row.events === 1 ? row.event : `${row.events} events, one cause`,
    since: row.since.toISOString(),
    href: row.events === 1 ? `/events/${row.first}` : '/failures',
  }))
}
