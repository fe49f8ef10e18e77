import Link from 'next/link'
import { Card } from '#components/ui/card.tsx'
import { formatCount, plural } from '#components/ui/format-number.ts'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import type { Read } from '#lib/web/queries/read.ts'
import { DELIVERIES_SEARCHED, type SearchResult } from '#lib/web/queries/search-events.ts'
import { EventsTable } from './events-table.tsx'

interface EventsFoundProps {
  readonly pasted: string
  readonly found: Read<SearchResult>
}

/** What a search found, when it is not exactly one event. */
export function EventsFound({ pasted, found }: EventsFoundProps) {
  const shown = cutMiddle(inertText(pasted), 60)
  const all = <Link href="/events">Show all events</Link>
  return (
    <>
      <PageHead title="Search" detail={<span className="mono">{shown}</span>}>
        {all}
      </PageHead>
      {!found.ok && <ReadProblem problem={found.problem} what="The search" />}
      {found.ok && found.data.rows.length === 0 && (
        <Card>
          <Notice title="Nothing has this id, key or reference" act={all}>
            Searched: our number, the provider’s event id, operation keys, destination references, and delivery
            references of the newest {formatCount(DELIVERIES_SEARCHED)} deliveries. Whole values only.
          </Notice>
        </Card>
      )}
      {found.ok && found.data.rows.length > 0 && (
        <>
          <p className="dim">
            {plural(found.data.rows.length, 'event')}, found by{' '}
            {[...new Set(Object.values(found.data.foundBy))].join(', ')}
          </p>
          <Card flush>
            <EventsTable rows={found.data.rows} />
          </Card>
        </>
      )}
    </>
  )
}
