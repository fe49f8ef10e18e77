import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { listDestinations } from '#lib/web/queries/list-destinations.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { DestinationsTable } from './destinations-table.tsx'

export const metadata: Metadata = { title: 'Destinations' }

export default async function DestinationsPage() {
  await requirePerson()
  const found = await read(listDestinations())
  return (
    <>
      <PageHead title="Destinations" detail="where effects happen, and how each can be repeated or asked" />
      <Listing
        read={found}
        what="The list of destinations"
        isEmpty={(rows) => rows.length === 0}
        empty={{ title: 'No destination yet', text: 'Without one only actions that write to this database can run.' }}
      >
        {(rows) => (
          <Card flush>
            <DestinationsTable rows={rows} />
          </Card>
        )}
      </Listing>
    </>
  )
}
