'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#components/ui/card.tsx'
import { formatBytes, plural } from '#components/ui/format-number.ts'
import { tellAnswer } from '#components/ui/tell-answer.ts'
import { Instant } from '#components/ui/time.tsx'
import type { Comparison } from '#lib/web/compare-payloads.ts'
import type { ConflictRow } from '#lib/web/queries/list-conflicts.ts'
import { PayloadView } from '../../payloads/payload-view.tsx'
import { compare } from './commands.ts'
import classes from './conflict-contents.module.css'
import { DifferenceTable } from './difference-table.tsx'

interface ConflictContentsProps {
  readonly conflict: ConflictRow
  readonly mayReveal: boolean
}

/** Both contents: where they differ, and each as it was received. Hidden until asked for. */
export function ConflictContents({ conflict, mayReveal }: ConflictContentsProps) {
  return (
    <>
      {mayReveal && <Differences conflict={conflict} />}
      <div className={classes.pair}>
        <Card title="Original" aside={<span className="dim">event #{conflict.event.id}</span>}>
          <PayloadView of="event" id={conflict.event.id} mayReveal={mayReveal} />
        </Card>
        <Card
          title="Second"
          aside={
            <span className="dim">
              delivery #{conflict.deliveryId} · <Instant at={conflict.openedAt} as="minute" /> ·{' '}
              {formatBytes(conflict.bytes)}
            </span>
          }
        >
          <PayloadView of="delivery" id={conflict.deliveryId} mayReveal={mayReveal} />
        </Card>
      </div>
    </>
  )
}

function Differences({ conflict }: { readonly conflict: ConflictRow }) {
  const [comparison, setComparison] = useState<Comparison | null | 'hidden'>('hidden')
  const [pending, setPending] = useState(false)
  const show = async () => {
    setPending(true)
    const answer = await compare({ eventId: conflict.event.id, deliveryId: conflict.deliveryId })
    setPending(false)
    if (answer.ok) setComparison(answer.comparison)
    else tellAnswer(`Conflict #${conflict.id}`, answer)
  }
  if (comparison === 'hidden') {
    return (
      <Card title="Differences">
        <p className={classes.hidden}>
          Hidden. Comparing reveals both contents, and is recorded.
          <Button variant="default" loading={pending} onClick={show}>
            Compare contents
          </Button>
        </p>
      </Card>
    )
  }
  if (comparison === null) {
    return (
      <Card title="Differences">
        <p className="dim">At least one of them is not JSON, so they differ as bytes. Reveal both to read them.</p>
      </Card>
    )
  }
  if (comparison.differences.length === 0) {
    return (
      <Card title="Differences">
        <p className="dim">
          No field differs; the bytes do: a repeated name, spacing or order. Reveal both to see where.
        </p>
      </Card>
    )
  }
  return (
    <Card flush title="Differences">
      <DifferenceTable differences={comparison.differences} />
      <p className={`dim ${classes.foot}`}>
        {plural(comparison.equalFields, 'field is equal', 'fields are equal')}
        {comparison.cut && ' · only the first 200 differences are shown'}
      </p>
    </Card>
  )
}
