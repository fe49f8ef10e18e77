import type { DeliveryRow } from '#lib/web/queries/delivery-row.ts'
import type { EventView } from '#lib/web/queries/find-event.ts'
import type { LedgerEntryView } from '#lib/web/queries/ledger-entry-view.ts'

/** An instant so many seconds into the story. */
export const second = (seconds: number) => new Date(Date.UTC(2026, 10, 2, 14, 0, seconds)).toISOString()

/** An entry of the event itself, one second after its seq's predecessor. */
export function entryView(seq: number, transition: LedgerEntryView['transition'], to: string): LedgerEntryView {
  return {
    seq,
    at: second(seq),
    entity: 'event',
    operationId: null,
    transition,
    from: transition === 'receive' ? 'none' : 'validated',
    to,
    by: transition === 'receive' || transition === 'validate' ? 'inbox' : 'worker',
    actor: 'worker-1',
    fence: 1,
    deliveryId: transition === 'receive' ? '1' : null,
    attempt: null,
    reason: null,
  }
}

export function deliveryView(id: string, changes: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    id,
    eventId: '1',
    disposition: 'duplicate',
    reason: null,
    receivedAt: second(1),
    httpStatus: 200,
    bodyBytes: 12,
    bodyDigest: null,
    reference: null,
    attempt: null,
    remoteAddress: null,
    ...changes,
  }
}

/** An event as its page reads it, with the entries given and nothing else. */
export function eventView(entries: readonly LedgerEntryView[], changes: Partial<EventView> = {}): EventView {
  const state = entries.findLast(({ entity }) => entity === 'event')?.to as EventView['state'] | undefined
  return {
    id: '1',
    provider: 'demo',
    account: 'main',
    eventId: 'evt_1',
    type: 'packet.ready',
    subject: null,
    revision: null,
    identityBasis: 'provider_id',
    occurredAt: null,
    receivedAt: second(1),
    bodyDigest: '',
    source: { slug: 'shop', name: 'Shop', demo: false, recordOnly: false },
    corrects: null,
    corrections: [],
    state: state ?? 'received',
    stateSince: second(1),
    seq: entries.at(-1)?.seq ?? 1,
    fence: 1,
    worker: null,
    leaseUntil: null,
    attempts: 0,
    nextAttemptAt: second(1),
    looks: 0,
    hold: null,
    lastError: null,
    payloadBytes: null,
    operations: [],
    findings: [],
    deliveries: [],
    conflicts: [],
    entries,
    readAt: second(60),
    ...changes,
  }
}
