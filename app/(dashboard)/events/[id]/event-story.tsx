import Link from 'next/link'
import { ConflictList } from '#components/ledger/conflict-list.tsx'
import { DeliveryList } from '#components/ledger/delivery-list.tsx'
import { OperationCard } from '#components/ledger/operation-card.tsx'
import { PhaseStrip } from '#components/ledger/phase-strip.tsx'
import { Timeline } from '#components/ledger/timeline.tsx'
import { Card } from '#components/ui/card.tsx'
import { DefinitionList } from '#components/ui/definition-list.tsx'
import { formatBytes, plural } from '#components/ui/format-number.ts'
import { inertText } from '#components/ui/inert-text.ts'
import { ShortId } from '#components/ui/short-id.tsx'
import { Instant } from '#components/ui/time.tsx'
import { permits } from '#lib/commands/permissions.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { actsOn } from '#lib/web/acts-on-event.ts'
import { type EventView, SHOWN_MAX } from '#lib/web/queries/find-event.ts'
import { PayloadView } from '../../payloads/payload-view.tsx'
import { EventActs } from './event-acts.tsx'
import classes from './event-story.module.css'

interface EventStoryProps {
  readonly event: EventView
  readonly person: Person
}

/** Phases across, then the ledger beside what it is about and what can be done. */
export function EventStory({ event, person }: EventStoryProps) {
  const cut = event.entries.length >= SHOWN_MAX || event.deliveries.length >= SHOWN_MAX
  return (
    <>
      <Card>
        <PhaseStrip event={event} />
      </Card>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Card title="Ledger" aside={<span className="dim">{plural(event.seq, 'entry', 'entries')}</span>}>
            {cut && <p className="dim">Only the newest {SHOWN_MAX} entries and deliveries are shown.</p>}
            <Timeline event={event} />
          </Card>
        </div>
        <div className={classes.column}>
          {event.conflicts.length > 0 && (
            <Card title="Conflicts" {...(event.hold === 'conflict' ? { tone: 'tone-pink' } : {})}>
              <ConflictList conflicts={event.conflicts} />
            </Card>
          )}
          {event.operations.map((operation) => (
            <OperationCard key={operation.id} operation={operation} event={event} />
          ))}
          <EventActs
            event={{ id: event.id, eventId: event.eventId, seq: event.seq }}
            acts={actsOn(event, person)}
            uncertain={event.state === 'effect_uncertain'}
            otherwise={otherwise(event, person)}
          />
          <Card title="Deliveries" aside={<span className="dim">{plural(event.deliveries.length, 'request')}</span>}>
            <DeliveryList deliveries={event.deliveries} />
          </Card>
          <Card title="Payload" aside={<PayloadSize event={event} />}>
            {event.payloadBytes === null ? (
              <p className="dim">Its payload window has ended: the content is gone, its digest stays.</p>
            ) : (
              <PayloadView of="event" id={event.id} mayReveal={permits(person.role, 'revealPayload')} />
            )}
          </Card>
          <Identity event={event} />
        </div>
      </div>
    </>
  )
}

/** Why there is nothing for this person to do. */
function otherwise(event: EventView, person: Person): string {
  if (person.role === 'viewer') return 'You can look. Acting on events takes the role operator.'
  if (event.state === 'claimed') return 'Nothing while a worker holds it: it ends with an outcome, or its lease does.'
  return 'Nothing: the machine lists no act of a person from here.'
}

function PayloadSize({ event }: { readonly event: EventView }) {
  return (
    <span className="dim">
      {event.payloadBytes !== null && `${formatBytes(event.payloadBytes)} · `}sha-256{' '}
      <ShortId value={event.bodyDigest} name="body digest" most={13} />
    </span>
  )
}

function Identity({ event }: { readonly event: EventView }) {
  return (
    <Card title="Identity">
      <DefinitionList
        pairs={[
          ['Event id', <ShortId key="id" value={event.eventId} name="event id" most={44} />],
          ['Account', `${inertText(event.provider)} · ${inertText(event.account)}`],
          ['Subject', event.subject && inertText(event.subject)],
          ['Revision', event.revision && inertText(event.revision)],
          ['Occurred', event.occurredAt && <Instant at={event.occurredAt} as="exact" />],
          ['Received', <Instant key="received" at={event.receivedAt} as="exact" />],
          ['Corrects', event.corrects && <Link href={`/events/${event.corrects}`}>event #{event.corrects}</Link>],
          [
            'Corrected by',
            event.corrections.length > 0 &&
              event.corrections.map((id) => (
                <Link key={id} href={`/events/${id}`}>
                  event #{id}{' '}
                </Link>
              )),
          ],
        ]}
      />
    </Card>
  )
}
