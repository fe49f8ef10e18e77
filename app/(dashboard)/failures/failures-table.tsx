'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { RowLink } from '#components/data-table/row-link.tsx'
import { EventBadge } from '#components/ledger/state-badge.tsx'
import { plural } from '#components/ui/format-number.ts'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Age } from '#components/ui/time.tsx'
import type { FailureCause } from '#lib/web/queries/list-failure-causes.ts'

const helper = createColumnHelper<Features, FailureCause>()

const columns = helper.columns([
  helper.display({
    id: 'state',
    header: 'State',
    meta: { narrow: 'lead', width: '100px' },
    cell: () => <EventBadge state="failed" />,
  }),
  helper.display({
    id: 'cause',
    header: 'Cause',
    meta: { narrow: 'second' },
    cell: ({ row: { original } }) => {
      const cause = inertText(original.cause ?? 'no cause was recorded')
      return <span title={cause}>{cause}</span>
    },
  }),
  helper.display({
    id: 'events',
    header: 'Events',
    meta: { narrow: 'main', width: '110px' },
    cell: ({ row }) => plural(row.original.events, 'event'),
  }),
  helper.display({
    id: 'example',
    header: 'Newest of them',
    meta: { narrow: 'tail', width: '24%' },
    cell: ({ row: { original } }) => (
      <RowLink href={`/events/${original.example.id}`}>
        <bdi className="mono">{cutMiddle(inertText(original.example.providerEventId), 28)}</bdi>
      </RowLink>
    ),
  }),
  helper.display({
    id: 'oldest',
    header: 'Oldest',
    meta: { narrow: 'hidden', align: 'right', width: '112px' },
    cell: ({ row }) => <Age at={row.original.oldestSince} />,
  }),
  helper.display({
    id: 'newest',
    header: 'Newest',
    meta: { narrow: 'end', align: 'right', width: '112px' },
    cell: ({ row }) => <Age at={row.original.newestSince} />,
  }),
])

export function FailuresTable({ rows }: { readonly rows: readonly FailureCause[] }) {
  return <DataTable label="Causes of failure" columns={columns} rows={rows} rowId={(row) => row.example.id} />
}
