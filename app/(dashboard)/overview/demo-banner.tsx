'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActDialog } from '#components/ui/act-dialog.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { removeDemo } from './commands.ts'

const words = {
  title: 'Remove the demo data',
  object: 'Demo data',
  consequence:
    'The demo source and destination go, with every event, delivery and ledger entry that came through them. Nothing else is touched. It cannot be undone.',
  submit: 'Remove the demo data',
  reason: 'none',
} as const

/** Says what is not real, and how to be rid of it. */
export function DemoBanner({ mayRemove }: { readonly mayRemove: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <Banner>
      Some of what you see is the demo’s: synthetic events, marked <strong>Demo</strong>. Remove it with{' '}
      <code>npm run -s ledger -- demo remove</code>
      {mayRemove && (
        <>
          {' '}
          or{' '}
          <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
            Remove it here…
          </Button>
        </>
      )}
      {open && <ActDialog words={words} run={() => removeDemo({})} onClose={() => setOpen(false)} />}
    </Banner>
  )
}
