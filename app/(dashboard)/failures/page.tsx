import type { Metadata } from 'next'
import Link from 'next/link'
import { Listing } from '#components/data-table/listing.tsx'
import { Card } from '#components/ui/card.tsx'
import { formatCount } from '#components/ui/format-number.ts'
import { LiveRefresh } from '#components/ui/live-refresh.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { FAILURES_LOOKED_AT, listFailureCauses } from '#lib/web/queries/list-failure-causes.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { FailuresTable } from './failures-table.tsx'

export const metadata: Metadata = { title: 'Failures' }

export default async function FailuresPage() {
  await requirePerson()
  const found = await read(listFailureCauses())
  return (
    <>
      <PageHead title="Failures" detail="known not done, by cause; each waits for a person">
        <Link href="/events?state=failed">All failed events</Link>
      </PageHead>
      <Listing
        read={found}
        what="The list"
        isEmpty={(rows) => rows.length === 0}
        empty={{ title: 'Nothing has failed', text: 'No event has used up its attempts.' }}
      >
        {(rows) => (
          <>
            <Card flush>
              <FailuresTable rows={rows} />
            </Card>
            <p className="dim">Causes are counted among the newest {formatCount(FAILURES_LOOKED_AT)} failed events.</p>
          </>
        )}
      </Listing>
      <LiveRefresh seconds={15} />
    </>
  )
}
