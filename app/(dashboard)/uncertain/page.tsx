import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Card } from '#components/ui/card.tsx'
import { LiveRefresh } from '#components/ui/live-refresh.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { listUncertain, UNCERTAIN_SHOWN } from '#lib/web/queries/list-uncertain.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { UncertainTable } from './uncertain-table.tsx'

export const metadata: Metadata = { title: 'Uncertain' }

export default async function UncertainPage() {
  await requirePerson()
  const found = await read(listUncertain())
  return (
    <>
      <PageHead title="Uncertain" detail="submitted, outcome unknown, oldest first; nothing is sent again" />
      <Listing
        read={found}
        what="The list"
        isEmpty={(rows) => rows.length === 0}
        empty={{ title: 'Nothing is uncertain', text: 'The outcome of every submitted effect is known.' }}
      >
        {(rows) => (
          <>
            <Card flush>
              <UncertainTable rows={rows} />
            </Card>
            {rows.length >= UNCERTAIN_SHOWN && (
              <p className="dim">Only those of the {UNCERTAIN_SHOWN} oldest events are shown.</p>
            )}
          </>
        )}
      </Listing>
      <LiveRefresh seconds={10} />
    </>
  )
}
