import Link from 'next/link'
import { EventBadge } from '#components/ledger/state-badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Age } from '#components/ui/time.tsx'
import type { NeedItem } from '#lib/web/queries/list-needs-person.ts'
import classes from './needs-person-list.module.css'

/** The oldest of each kind, each leading to where it can be decided. */
export function NeedsPersonList({ items }: { readonly items: readonly NeedItem[] }) {
  return (
    <Card title="Needs a person now">
      {items.length === 0 && (
        <Notice title="Nothing">Everything that arrived is done, or is being done by itself.</Notice>
      )}
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.key} className={classes.item}>
            <EventBadge state={item.state} hold={item.hold} />
            <p className={classes.what}>
              <Link href={item.href} className={classes.link}>
                {cutMiddle(inertText(item.what), 80)}
              </Link>
              <span className={`mono dim ${classes.detail}`}>{cutMiddle(inertText(item.detail), 36)}</span>
            </p>
            <Age at={item.since} suffix="" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
