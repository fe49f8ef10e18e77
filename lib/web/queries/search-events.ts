import { prisma } from '#lib/db/prisma.ts'
import { parseId } from '#lib/web/parse-id.ts'
import { type EventRow, listEventsById } from './list-events.ts'

const HITS_MAX = 50
/** Delivery references are not indexed: only this many of the newest deliveries are looked through. */
export const DELIVERIES_SEARCHED = 100_000

export type HitKind = 'number' | 'event id' | 'operation key' | 'destination reference' | 'delivery reference'

export interface SearchResult {
  readonly rows: readonly EventRow[]
  /** Which event was found by what. */
  readonly foundBy: Readonly<Record<string, HitKind>>
}

/**
 * Finds events by anything a person may have pasted: our number, the provider's event id, an operation's key, the
 * destination's reference, or a delivery reference. Whole values only: each look reads an index or a bounded range.
 */
export async function searchEvents(pasted: string): Promise<SearchResult> {
  const text = pasted.trim()
  if (text === '' || !text.isWellFormed() || text.includes('\u0000')) return { rows: [], foundBy: {} }
  const looks = await Promise.all([
    hits('number', byNumber(text)),
    hits('event id', byEventId(text)),
    hits('operation key', byOperationKey(text)),
    hits('destination reference', byReference(text)),
    hits('delivery reference', byDeliveryReference(text)),
  ])
  const foundBy: Record<string, HitKind> = {}
  for (const { kind, ids } of looks) for (const id of ids) foundBy[String(id)] ??= kind
  const ids = Object.keys(foundBy).slice(0, HITS_MAX).map(BigInt)
  return { rows: await listEventsById(ids), foundBy }
}

async function hits(kind: HitKind, found: Promise<bigint[]>) {
  return { kind, ids: await found }
}

async function byNumber(text: string): Promise<bigint[]> {
  const id = parseId(text.replace(/^#/, ''))
  if (id === null) return []
  const event = await prisma().event.findUnique({ where: { id }, select: { id: true } })
  return event === null ? [] : [event.id]
}

/** The unique index begins with provider and account: it is asked once for each pair there is, found by skipping. */
async function byEventId(text: string): Promise<bigint[]> {
  const rows = await prisma().$queryRaw<{ id: bigint }[]>`
    WITH RECURSIVE pair AS (
      (SELECT provider, account FROM event ORDER BY provider, account LIMIT 1)
      UNION ALL
      SELECT n.provider, n.account FROM pair p CROSS JOIN LATERAL (
        SELECT provider, account FROM event e WHERE (e.provider, e.account) > (p.provider, p.account)
        ORDER BY e.provider, e.account LIMIT 1) AS n
    )
    SELECT e.id FROM (SELECT * FROM pair LIMIT 10000) AS p
    JOIN event e ON e.provider = p.provider AND e.account = p.account AND e.provider_event_id = ${text}
    ORDER BY e.id DESC LIMIT ${HITS_MAX}`
  return rows.map((row) => row.id)
}

/** A key says which event it belongs to: provider, account, event id, action and version, each percent-encoded. */
async function byOperationKey(text: string): Promise<bigint[]> {
  const parts = text.split(':')
  if (parts.length !== 5) return []
  const [provider, account, providerEventId, action, version] = parts.map(decoded)
  if (!provider || !account || !providerEventId || !action || !/^\d{1,9}$/.test(version ?? '')) return []
  const event = await prisma().event.findUnique({
    where: { provider_account_providerEventId: { provider, account, providerEventId } },
    select: { id: true, operations: { where: { action, version: Number(version) }, select: { id: true } } },
  })
  return event === null || event.operations.length === 0 ? [] : [event.id]
}

/** Null where it is not percent-encoded text that can be stored. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return text.includes('\u0000') ? null : text
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

async function byReference(text: string): Promise<bigint[]> {
  const operations = await prisma().operation.findMany({
    where: { reference: text },
    select: { eventId: true },
    orderBy: { id: 'desc' },
    take: HITS_MAX,
  })
  return operations.map((operation) => operation.eventId)
}

async function byDeliveryReference(text: string): Promise<bigint[]> {
  const rows = await prisma().$queryRaw<{ event_id: bigint }[]>`
    SELECT DISTINCT event_id FROM (
      SELECT event_id, delivery_reference FROM delivery ORDER BY id DESC LIMIT ${DELIVERIES_SEARCHED}
    ) AS newest
    WHERE delivery_reference = ${text} AND event_id IS NOT NULL LIMIT ${HITS_MAX}`
  return rows.map((row) => row.event_id)
}
