import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Pager } from '#components/data-table/pager.tsx'
import { Card } from '#components/ui/card.tsx'
import { plural } from '#components/ui/format-number.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { dispositions } from '#lib/ledger/machine.ts'
import { listDeliveries } from '#lib/web/queries/list-deliveries.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { deliveriesHref, dispositionNames, loadDeliveriesParams } from './search-params.ts'

export const metadata: Metadata = { title: 'Deliveries' }

export default async function DeliveriesPage({ searchParams }: PageProps<'/deliveries'>) {
  await requirePerson()
  const params = await loadDeliveriesParams(searchParams)
  const found = await read(listDeliveries(params))
  const href = (change: Partial<typeof params>) =>
    deliveriesHref('/deliveries', { ...params, before: null, after: null, ...change })
  return (
    <>
      <PageHead title="Deliveries" detail="every request that reached us; of refused ones only samples are kept" />
      <Tabs
        label="Disposition"
        tabs={[
          { label: 'All', href: href({ disposition: null }), here: params.disposition === null },
          ...dispositionNames.map((disposition) => ({
            label: dispositions[disposition].label,
            href: href({ disposition }),
            here: params.disposition === disposition,
          })),
        ]}
      />
      <Listing
        read={found}
        what="The list"
        isEmpty={({ rows }) => rows.length === 0}
        empty={{ title: 'No such delivery', text: 'No request with this disposition was kept.' }}
      >
        {({ rows, older, newer }) => (
          <>
            <Card flush>
              <DeliveriesTable rows={rows} />
            </Card>
            <Pager
              newer={newer === null ? null : href({ after: BigInt(newer) })}
              older={older === null ? null : href({ before: BigInt(older) })}
              shown={plural(rows.length, 'delivery', 'deliveries')}
            />
          </>
        )}
      </Listing>
    </>
  )
}
