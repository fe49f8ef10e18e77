import type { Metadata } from 'next'
import { Listing } from '#components/data-table/listing.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { CONFLICTS_SHOWN, listConflicts } from '#lib/web/queries/list-conflicts.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { ConflictsTable } from './conflicts-table.tsx'

export const metadata: Metadata = { title: 'Conflicts' }

export default async function ConflictsPage() {
  await requirePerson()
  const found = await read(listConflicts())
  return (
    <>
      <PageHead title="Conflicts" detail="same identity, different content; both are kept, oldest first" />
      <Listing
        read={found}
        what="The list"
        isEmpty={({ open, resolved }) => open.length + resolved.length === 0}
        empty={{ title: 'No conflict', text: 'Every event came with the same content each time.' }}
      >
        {({ open, resolved }) => (
          <>
            <Card flush>
              {open.length === 0 ? (
                <p style={{ padding: 14 }}>None is open.</p>
              ) : (
                <ConflictsTable label="Open conflicts" rows={open} />
              )}
            </Card>
            {open.length >= CONFLICTS_SHOWN && <p className="dim">Only the {CONFLICTS_SHOWN} oldest are shown.</p>}
            {resolved.length > 0 && (
              <Card flush title="Resolved lately">
                <ConflictsTable label="Resolved conflicts" rows={resolved} />
              </Card>
            )}
          </>
        )}
      </Listing>
    </>
  )
}
