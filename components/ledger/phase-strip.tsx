'use client'

import { formatDuration } from '#components/ui/format-time.ts'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Instant, Running } from '#components/ui/time.tsx'
import type { EventView } from '#lib/web/queries/find-event.ts'
import classes from './phase-strip.module.css'
import { type Phase, phaseFacts, phasesOf } from './phases.ts'

/** An event's way from received to its end, with times and the durations between. Upright where there is no room. */
export function PhaseStrip({ event }: { readonly event: EventView }) {
  const phases = phasesOf(event)
  const runsInto = phases.findLastIndex((phase) => phase.reached === 'here') + 1
  return (
    <ol className={classes.strip} aria-label="Phases">
      {phases.map((phase, index) => (
        <li key={phase.state} className={classes.step}>
          {index > 0 && (
            <span className={classes.link} data-open={phase.reached === 'not' || undefined}>
              <span className={classes.duration}>
                {phase.sinceMs !== null && formatDuration(phase.sinceMs)}
                {isRunning(event) && index === runsInto && <Running since={event.stateSince} />}
              </span>
            </span>
          )}
          <Box phase={phase} />
        </li>
      ))}
    </ol>
  )
}

/** Time passes towards something: a worker, an answer or evidence. */
const isRunning = (event: EventView) => !['completed', 'failed', 'rejected'].includes(event.state)

function Box({ phase }: { readonly phase: Phase }) {
  const { label, mark, tone, meaning } = phaseFacts(phase.state)
  return (
    <div className={`${classes.box} tone-${tone}`} data-reached={phase.reached} title={meaning}>
      <p className={classes.name}>
        <span aria-hidden="true">{mark} </span>
        {label}
        {phase.times > 1 && <span className={classes.times}> ×{phase.times}</span>}
      </p>
      <p className={classes.at}>{phase.entry === null ? '—' : <Instant at={phase.entry.at} />}</p>
      <p className={classes.who} title={inertText(phase.who)}>
        {phase.reached === 'earlier_pass' && 'earlier pass · '}
        {cutMiddle(inertText(phase.who), 48)}
      </p>
    </div>
  )
}
