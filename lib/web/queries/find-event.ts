import { prisma } from '#lib/db/prisma.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { EventState, Hold } from '#lib/ledger/machine.ts'
import { type ConflictView, conflictFields, toConflict } from './conflict-view.ts'
import { type DeliveryRow, deliveryFields, toDelivery } from './delivery-row.ts'
import { type LedgerEntryView, toEntry } from './ledger-entry-view.ts'
import { type FindingView, type OperationView, operationFields, toFinding, toOperation } from './operation-view.ts'

/** One page shows at most this many of each; what is left out is said on the page. */
export const SHOWN_MAX = 500

export interface EventView {
  readonly id: string
  readonly provider: string
  readonly account: string
  readonly eventId: string
  readonly type: string
  readonly subject: string | null
  readonly revision: string | null
  readonly identityBasis: string
  readonly occurredAt: string | null
  readonly receivedAt: string
  readonly bodyDigest: string
  readonly source: {
    readonly slug: string
    readonly name: string
    readonly demo: boolean
    readonly recordOnly: boolean
  }
  readonly corrects: string | null
  readonly corrections: readonly string[]
  readonly state: EventState
  readonly stateSince: string
  /** What a person's act is compared with. */
  readonly seq: number
  readonly fence: number
  readonly worker: string | null
  readonly leaseUntil: string | null
  readonly attempts: number
  readonly nextAttemptAt: string
  readonly looks: number
  readonly hold: Hold | null
  readonly lastError: string | null
  /** Size of the kept content; null once its window has ended. */
  readonly payloadBytes: number | null
  readonly operations: readonly OperationView[]
  readonly findings: readonly FindingView[]
  readonly deliveries: readonly DeliveryRow[]
  readonly conflicts: readonly ConflictView[]
  readonly entries: readonly LedgerEntryView[]
  /** The database's clock when this was read. */
  readonly readAt: string
}

/**
 * Everything about one event but its content. The parts are read side by side, not in one snapshot: what was entered
 * after the processing row was read is left for the next look.
 */
export async function findEvent(id: bigint): Promise<EventView | null> {
  const client = prisma()
  const newest = { where: { eventId: id }, orderBy: { id: 'desc' }, take: SHOWN_MAX } as const
  const [event, entries, deliveries, findings, payload, clock] = await Promise.all([
    client.event.findUnique({ where: { id }, include: eventParts }),
    client.ledgerEntry.findMany({ where: { eventId: id }, orderBy: { seq: 'desc' }, take: SHOWN_MAX }),
    client.delivery.findMany({ select: deliveryFields, ...newest }),
    client.reconciliationFinding.findMany(newest),
    client.$queryRaw<{ bytes: number }[]>`SELECT octet_length(body) AS bytes FROM payload WHERE event_id = ${id}`,
    client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`,
  ])
  if (event === null || event.processing === null) return null
  const { processing } = event
  return {
    id: String(event.id),
    provider: event.provider,
    account: event.account,
    eventId: event.providerEventId,
    type: event.type,
    subject: event.subject,
    revision: event.revision,
    identityBasis: event.identityBasis,
    occurredAt: event.occurredAt?.toISOString() ?? null,
    receivedAt: event.receivedAt.toISOString(),
    bodyDigest: Buffer.from(event.bodyDigest).toString('hex'),
    source: event.source,
    corrects: event.correctsEventId?.toString() ?? null,
    corrections: event.corrections.map((correction) => String(correction.id)),
    state: processing.state as EventState,
    stateSince: processing.stateSince.toISOString(),
    seq: processing.seq,
    fence: processing.fence,
    worker: processing.worker,
    leaseUntil: processing.leaseUntil?.toISOString() ?? null,
    attempts: processing.attempts,
    nextAttemptAt: processing.nextAttemptAt.toISOString(),
    looks: processing.looks,
    hold: processing.hold as Hold | null,
    lastError: processing.lastError,
    payloadBytes: payload[0]?.bytes ?? null,
    operations: event.operations.map(toOperation),
    findings: findings.map(toFinding).reverse(),
    deliveries: deliveries.map(toDelivery).reverse(),
    conflicts: event.conflicts.map(toConflict),
    entries: entries
      .filter(({ seq }) => seq <= processing.seq)
      .map(toEntry)
      .reverse(),
    readAt: (clock[0]?.now ?? new Date()).toISOString(),
  }
}

const eventParts = {
  source: { select: { slug: true, name: true, demo: true, recordOnly: true } },
  processing: true,
  corrections: { select: { id: true }, orderBy: { id: 'asc' }, take: 20 },
  conflicts: { select: conflictFields, orderBy: { id: 'asc' }, take: 50 },
  operations: { select: operationFields, orderBy: { id: 'asc' }, take: 100 },
} satisfies Prisma.EventInclude
