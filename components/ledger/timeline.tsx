'use client'

import { inertText } from '#components/ui/inert-text.ts'
import { Instant } from '#components/ui/time.tsx'
import type { EventView } from '#lib/web/queries/find-event.ts'
import classes from './timeline.module.css'
import { timelineOf } from './timeline-items.ts'

/** The event's story: ledger entries, deliveries and evidence in the order they happened. */
export function Timeline({ event }: { readonly event: EventView }) {
  return (
    <ol className={classes.timeline}>
      {timelineOf(event).map((item) => (
        <li key={item.key} className={`${classes.item} tone-${item.tone}`}>
          <span aria-hidden="true" className={classes.ring} />
          <p className={classes.line}>
            <strong>{item.what}</strong> <bdi>{inertText(item.object)}</bdi>{' '}
            <span className="dim">
              <Instant at={item.at} />
              {item.detail !== '' && (
                <>
                  {' · '}
                  <bdi>{inertText(item.detail)}</bdi>
                </>
              )}
            </span>
          </p>
          {item.code !== undefined && <code className={classes.code}>{inertText(item.code)}</code>}
        </li>
      ))}
    </ol>
  )
}
