import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Pager } from '#components/data-table/pager.tsx'
import { Card } from '#components/ui/card.tsx'
import { plural } from '#components/ui/format-number.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { listAudit } from '#lib/web/queries/list-audit.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { AuditTable } from './audit-table.tsx'
import { auditHref, loadAuditParams } from './search-params.ts'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage({ searchParams }: PageProps<'/audit'>) {
  await requirePerson()
  const found = await read(listAudit(await loadAuditParams(searchParams)))
  return (
    <>
      <PageHead title="Audit" detail="what people did, saw and were refused; entries are never changed" />
      <Listing
        read={found}
        what="The audit trail"
        isEmpty={({ rows }) => rows.length === 0}
        empty={{ title: 'Nobody has done anything yet' }}
      >
        {({ rows, older, newer }) => (
          <>
            <Card flush>
              <AuditTable rows={rows} />
            </Card>
            <Pager
              newer={newer === null ? null : auditHref('/audit', { after: BigInt(newer) })}
              older={older === null ? null : auditHref('/audit', { before: BigInt(older) })}
              shown={plural(rows.length, 'entry', 'entries')}
            />
          </>
        )}
      </Listing>
    </>
  )
}
