'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActDialog, type ActWords } from '#components/ui/act-dialog.tsx'
import { Card } from '#components/ui/card.tsx'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import type { Act } from '#lib/web/acts-on-event.ts'
import classes from './event-acts.module.css'
import { runAct } from './run-act.ts'

interface EventActsProps {
  readonly event: { readonly id: string; readonly eventId: string; readonly seq: number }
  readonly acts: readonly Act[]
  readonly uncertain: boolean
  /** Why there is nothing to do, where there is nothing. */
  readonly otherwise: string
}

/** What this person can do now, each with its consequence beside it. */
export function EventActs({ event, acts, uncertain, otherwise }: EventActsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const chosen = acts.find((act) => act.key === open)
  const name = cutMiddle(inertText(event.eventId), 32)
  return (
    <Card title="What you can do" {...(uncertain ? { tone: 'tone-amber' } : {})}>
      {acts.length === 0 && <p className="dim">{otherwise}</p>}
      <ul className={classes.acts}>
        {acts.map((act) => (
          <li key={act.key} className={classes.act}>
            <Button
              variant={act.key === 'reconcile' ? 'filled' : 'default'}
              onClick={() => setOpen(act.key)}
              aria-describedby={`consequence-${act.key}`}
            >
              {act.label}
            </Button>
            <p id={`consequence-${act.key}`} className="dim">
              {act.consequence}
            </p>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <ActDialog
          key={chosen.key}
          words={wordsOf(chosen, name)}
          onClose={() => setOpen(null)}
          run={(given) => runAct(event, chosen, given)}
        />
      )}
    </Card>
  )
}

function wordsOf(act: Act, name: string): ActWords {
  const verb = act.label.replace(/…$/, '')
  return {
    title: `${verb}: ${name}`,
    object: name,
    consequence: act.consequence,
    submit: act.kind.of === 'decision' ? verb : `${verb} ${name}`,
    reason: act.reasonRequired ? 'required' : 'optional',
    ...(act.needsReference
      ? {
          referenceLabel: 'Reference at the destination',
          referenceHelp: 'The destination’s own name for what was made. It is kept as the proof.',
        }
      : {}),
  }
}
