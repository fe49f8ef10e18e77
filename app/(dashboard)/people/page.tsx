import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { listPeople } from '#lib/web/queries/list-people.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { AddPerson } from './add-person.tsx'
import { PeopleTable } from './people-table.tsx'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage() {
  const person = await requirePerson('admin')
  const found = await read(listPeople())
  return (
    <>
      <PageHead title="People" detail="a changed role counts from the person’s next request on">
        <AddPerson />
      </PageHead>
      <Listing read={found} what="The list of people" isEmpty={(rows) => rows.length === 0} empty={{ title: 'Nobody' }}>
        {(rows) => (
          <Card flush>
            <PeopleTable rows={rows} own={person.email} />
          </Card>
        )}
      </Listing>
    </>
  )
}
