'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActDialog } from '#components/ui/act-dialog.tsx'
import type { Resolution } from '#lib/ledger/resolve-conflict.ts'
import { resolutionWords } from '../resolution-words.ts'
import { resolve } from './commands.ts'
import classes from './conflict-acts.module.css'

interface ConflictActsProps {
  readonly conflictId: string
  readonly name: string
  readonly mayResolve: boolean
}

const choices = Object.keys(resolutionWords) as Resolution[]

/** The three ways out side by side, each with what it does. */
export function ConflictActs({ conflictId, name, mayResolve }: ConflictActsProps) {
  const [chosen, choose] = useState<Resolution | null>(null)
  return (
    <section className={classes.choices} aria-label="Resolutions">
      {choices.map((resolution) => {
        const { label, consequence } = resolutionWords[resolution]
        return (
          <div key={resolution} className={classes.choice}>
            <h2>{label.replace(/…$/, '')}</h2>
            <p className="dim">{consequence}</p>
            {mayResolve && (
              <Button variant={resolution === 'keep' ? 'filled' : 'default'} onClick={() => choose(resolution)}>
                {label}
              </Button>
            )}
          </div>
        )
      })}
      {!mayResolve && <p className="dim">Resolving a conflict takes the role operator.</p>}
      {chosen !== null && (
        <ActDialog
          words={{
            title: `${resolutionWords[chosen].label.replace(/…$/, '')}: ${name}`,
            object: name,
            consequence: resolutionWords[chosen].consequence,
            submit: resolutionWords[chosen].label.replace(/…$/, ''),
            reason: 'required',
          }}
          run={({ reason }) => resolve({ conflictId, resolution: chosen, reason })}
          onClose={() => choose(null)}
        />
      )}
    </section>
  )
}
