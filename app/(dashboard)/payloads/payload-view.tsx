'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatBytes } from '#components/ui/format-number.ts'
import { indentJson } from '#components/ui/indent-json.ts'
import { inertLines, inertText } from '#components/ui/inert-text.ts'
import { tellAnswer } from '#components/ui/tell-answer.ts'
import type { PayloadText } from '#lib/web/payload-text.ts'
import { reveal } from './commands.ts'
import classes from './payload-view.module.css'

interface PayloadViewProps {
  /** Whose content: of an event, or of a conflicting or rejected delivery. */
  readonly of: 'event' | 'delivery'
  readonly id: string
  readonly mayReveal: boolean
}

/** Content stays hidden until somebody who may see it asks; asking is recorded. */
export function PayloadView({ of, id, mayReveal }: PayloadViewProps) {
  const [payload, setPayload] = useState<PayloadText | null>(null)
  const [pending, setPending] = useState(false)
  const show = async () => {
    setPending(true)
    const answer = await reveal(of === 'event' ? { eventId: id } : { deliveryId: id })
    setPending(false)
    if (answer.ok) setPayload(answer.payload)
    else tellAnswer(`Payload of ${of} #${id}`, answer)
  }
  if (!mayReveal) return <p className={classes.hidden}>Hidden. Seeing contents takes the role operator.</p>
  if (payload === null) {
    return (
      <p className={classes.hidden}>
        Hidden. Revealing is recorded.
        <Button variant="default" loading={pending} onClick={show}>
          Reveal payload
        </Button>
      </p>
    )
  }
  return <Revealed payload={payload} action={`/${of}s/${id}/payload`} />
}

function Revealed({ payload, action }: { readonly payload: PayloadText; readonly action: string }) {
  const [raw, setRaw] = useState(false)
  const text = payload.as === 'text' && !raw && !payload.cut ? indentJson(payload.text) : payload.text
  return (
    <div>
      <div className={classes.acts}>
        <span className="dim">
          {formatBytes(payload.bytes)}
          {payload.as === 'hex' && ' · not UTF-8 text, shown as bytes'}
          {payload.cut && ' · only the beginning is shown'}
        </span>
        {payload.as === 'text' && !payload.cut && (
          <Button variant="default" size="compact-xs" onClick={() => setRaw(!raw)}>
            {raw ? 'Indent' : 'As received'}
          </Button>
        )}
        <form method="post" action={action}>
          <Button type="submit" variant="default" size="compact-xs">
            Download bytes
          </Button>
        </form>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard. */}
      <pre className={classes.content} tabIndex={0}>
        {inertLines(text)}
      </pre>
      {payload.headers.length > 0 && (
        <details className={classes.headers}>
          <summary>Kept request headers</summary>
          {payload.headers.map(([name, value]) => (
            <p key={name} className="mono">
              {inertText(name)}: {inertText(value)}
            </p>
          ))}
        </details>
      )}
    </div>
  )
}
