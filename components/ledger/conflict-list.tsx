import Link from 'next/link'
import { formatBytes } from '#components/ui/format-number.ts'
import { inertText } from '#components/ui/inert-text.ts'
import { Instant } from '#components/ui/time.tsx'
import type { ConflictView } from '#lib/web/queries/conflict-view.ts'
import classes from './conflict-list.module.css'

const resolved = { keep: 'original kept', adopt: 'adopted as a correction', reject: 'both rejected' } as const

/** Other contents that came under this event's identity. */
export function ConflictList({ conflicts }: { readonly conflicts: readonly ConflictView[] }) {
  return (
    <ul className={classes.list}>
      {conflicts.map((conflict) => (
        <li key={conflict.id}>
          <Link href={`/conflicts/${conflict.id}`}>
            {conflict.resolution === null ? 'Compare and resolve' : `Conflict #${conflict.id}`}
          </Link>{' '}
          <span className="dim">
            delivery #{conflict.deliveryId} · {formatBytes(conflict.bytes)} · <Instant at={conflict.openedAt} />
            {conflict.resolution !== null &&
              ` · ${resolved[conflict.resolution]} by ${conflict.resolvedBy}: ${inertText(conflict.reason ?? '')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
