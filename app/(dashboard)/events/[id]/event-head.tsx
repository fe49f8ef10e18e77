import Link from 'next/link'
import { DemoBadge, EventBadge } from '#components/ledger/state-badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { eventStates } from '#lib/ledger/machine.ts'
import type { EventView } from '#lib/web/queries/find-event.ts'
import classes from './event-head.module.css'

export function EventHead({ event }: { readonly event: EventView }) {
  return (
    <header className={classes.head}>
      <Link href="/events">Events</Link>
      <span aria-hidden="true">›</span>
      <h1 className="mono" title={inertText(event.eventId)}>
        {cutMiddle(inertText(event.eventId), 44)}
      </h1>
      <CopyButton value={event.eventId} name="event id" />
      {event.hold === null ? (
        <EventBadge state={event.state} />
      ) : (
        <>
          <EventBadge state={event.state} hold={event.hold} />
          <span className="dim">while {eventStates[event.state].label.toLowerCase()}</span>
        </>
      )}
      {event.source.demo && <DemoBadge />}
      <p className={`dim ${classes.facts}`}>
        {inertText(event.type)} · {inertText(event.source.name)} · {inertText(event.account)} · our number #{event.id}
      </p>
    </header>
  )
}
