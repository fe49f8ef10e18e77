import { run, type Tx } from '#lib/db/connect.ts'
import { findDue } from './sql/find-due.ts'
import { loadClaimed } from './sql/load-claimed.ts'
import { transition } from './transition.ts'

/** An event as a worker and its actions see it, with the claim that allows the work. */
export interface ClaimedEvent {
  readonly id: bigint
  readonly provider: string
  readonly account: string
  /** The provider's own id of the event. */
  readonly eventId: string
  readonly type: string
  readonly subject: string | null
  readonly revision: string | null
  readonly occurredAt: Date | null
  readonly receivedAt: Date
  readonly sourceId: number
  readonly sourceSlug: string
  readonly recordOnly: boolean
  /** The bytes as received. */
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly fence: number
  /** When it was due, in the database's own text and precision: the next claim's low-water mark. */
  readonly dueAt: string
  /** Claims so far, this one included. */
  readonly attempts: number
  /** Why the last attempt did not finish it. */
  readonly lastError: string | null
}

/**
 * Claims up to `limit` due events for `leaseSeconds`. The attempt is counted here, in the claiming transaction, so
 * that an event which kills its worker still uses up its attempts.
 */
export async function claimEvents(
  tx: Tx,
  claim: { worker: string; limit: number; leaseSeconds: number; notBefore?: string | undefined },
): Promise<ClaimedEvent[]> {
  const due = await run<{ event_id: bigint; due_at: string }>(tx, findDue, [
    claim.limit,
    claim.notBefore ?? '-infinity',
  ])
  const dueAt = new Map(due.map((row) => [row.event_id, row.due_at]))
  if (due.length === 0) return []
  const { events } = await transition(tx, {
    locked: true,
    events: due.map(({ event_id }) => ({
      eventId: event_id,
      transition: 'claim',
      by: 'worker',
      actor: claim.worker,
      worker: claim.worker,
      leaseSeconds: claim.leaseSeconds,
    })),
  })
  const claimed = new Map(events.filter((event) => event.outcome === 'applied').map((event) => [event.eventId, event]))
  const rows = await run<ClaimedRow>(tx, loadClaimed, [[...claimed.keys()]])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...claimed].flatMap(([id, { fence, attempts }]) => {
    const row = byId.get(id)
    if (row === undefined || fence === null || attempts === null) return []
    return [
      {
        id,
        provider: row.provider,
        account: row.account,
        eventId: row.provider_event_id,
        type: row.type,
        subject: row.subject,
        revision: row.revision,
        occurredAt: row.occurred_at,
        receivedAt: row.received_at,
        sourceId: row.source_id,
        sourceSlug: row.source_slug,
        recordOnly: row.record_only,
        body: row.body,
        headers: row.headers,
        fence,
        attempts,
        dueAt: dueAt.get(id) ?? '-infinity',
        lastError: row.last_error,
      },
    ]
  })
}

interface ClaimedRow {
  id: bigint
  provider: string
  account: string
  provider_event_id: string
  source_id: number
  type: string
  subject: string | null
  revision: string | null
  occurred_at: Date | null
  received_at: Date
  source_slug: string
  record_only: boolean
  body: Buffer
  headers: Record<string, string>
  last_error: string | null
}
