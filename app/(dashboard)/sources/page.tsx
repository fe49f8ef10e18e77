import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { listSources } from '#lib/web/queries/list-sources.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { SourcesTable } from './sources-table.tsx'

export const metadata: Metadata = { title: 'Sources' }

export default async function SourcesPage() {
  await requirePerson()
  const found = await read(listSources())
  return (
    <>
      <PageHead title="Sources" detail="where providers send to" />
      <Listing
        read={found}
        what="The list of sources"
        isEmpty={(rows) => rows.length === 0}
        empty={{
          title: 'No source yet',
          text: 'An admin makes one with: npm run -s ledger -- source create --slug S --provider P --account A --secret X',
        }}
      >
        {(rows) => (
          <Card flush>
            <SourcesTable rows={rows} />
          </Card>
        )}
      </Listing>
    </>
  )
}
