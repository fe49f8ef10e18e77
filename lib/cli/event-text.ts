import { eventStates, type Hold, holds } from '#lib/ledger/machine.ts'
import { deliveriesShown, type EventShown, type Row } from './queries/show-event.ts'
import { facts, table } from './table.ts'

/** One event for a person's eyes: what it is, where it stands, and what happened, in order. */
export function eventText(shown: EventShown): string {
  const { event } = shown
  const state = eventStates[event.state]
  const head = facts({
    Event: `${event.id}  (${event.provider} ${event.account} ${event.eventId})`,
    Source: event.source,
    Type: event.type,
    State: `${state.mark} ${state.label} — ${state.meaning}`,
    Held: event.hold === null ? null : heldText(event.hold),
    Since: event.stateSince,
    Received: event.receivedAt,
    Occurred: event.occurredAt,
    Subject: event.subject,
    Revision: event.revision,
    Attempts: event.attempts,
    'Next attempt': event.state === 'validated' || event.state === 'effect_uncertain' ? event.nextAttemptAt : null,
    Worker: event.worker,
    'Lease until': event.leaseUntil,
    'Last error': event.lastError,
    Corrects: event.correctsEventId,
    Digest: event.canonicalDigest,
  })
  return [head, ...sections(shown)].join('\n\n')
}

function heldText(hold: Hold): string {
  return `${holds[hold].mark} ${holds[hold].meaning}`
}

function sections({ deliveries, ledger, operations, sideEffects, conflicts }: EventShown): string[] {
  const cut = deliveries.length === deliveriesShown ? `, the latest ${deliveriesShown}` : ''
  const section = (title: string, rows: readonly Row[], columns: Record<string, string>, none: string) =>
    `${title} (${rows.length}${title === 'Deliveries' ? cut : ''})\n${table(
      rows,
      Object.fromEntries(Object.entries(columns).map(([name, key]) => [name, (row: Row) => row[key]])),
      { none },
    )}`
  return [
    section(
      'Deliveries',
      deliveries,
      {
        id: 'id',
        received: 'receivedAt',
        disposition: 'disposition',
        status: 'httpStatus',
        bytes: 'bodyBytes',
        from: 'remoteAddress',
        reason: 'reason',
      },
      'None: it is a correction or was imported.',
    ),
    section(
      'Ledger',
      ledger,
      {
        seq: 'seq',
        at: 'at',
        of: 'entity',
        operation: 'operationId',
        transition: 'transition',
        from: 'from',
        to: 'to',
        by: 'by',
        actor: 'actor',
        fence: 'fence',
        reason: 'reason',
      },
      'None.',
    ),
    section(
      'Operations',
      operations,
      {
        id: 'id',
        action: 'action',
        version: 'version',
        destination: 'destination',
        state: 'state',
        seq: 'seq',
        attempts: 'attempts',
        reference: 'reference',
        'last error': 'lastError',
      },
      'None planned yet.',
    ),
    section(
      'Side effects',
      sideEffects,
      {
        operation: 'operationId',
        attempt: 'attempt',
        submitted: 'submittedAt',
        outcome: 'outcome',
        at: 'outcomeAt',
        status: 'httpStatus',
        reference: 'reference',
        detail: 'detail',
      },
      'None: nothing was sent.',
    ),
    section(
      'Conflicts',
      conflicts,
      {
        id: 'id',
        opened: 'openedAt',
        delivery: 'deliveryId',
        resolution: 'resolution',
        by: 'resolvedBy',
        reason: 'reason',
        correction: 'correctionEventId',
      },
      'None.',
    ),
  ]
}
