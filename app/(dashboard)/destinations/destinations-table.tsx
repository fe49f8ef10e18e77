'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { destinationWords } from '#components/ledger/destination-words.ts'
import { DemoBadge } from '#components/ledger/state-badge.tsx'
import { formatDuration } from '#components/ui/format-time.ts'
import { inertText } from '#components/ui/inert-text.ts'
import type { DestinationRow } from '#lib/web/queries/list-destinations.ts'

const helper = createColumnHelper<Features, DestinationRow>()

const columns = helper.columns([
  helper.display({
    id: 'name',
    header: 'Destination',
    meta: { narrow: 'lead', width: '16%' },
    cell: ({ row: { original } }) => (
      <>
        <strong>{inertText(original.name)}</strong> {original.demo && <DemoBadge />}
      </>
    ),
  }),
  helper.display({
    id: 'address',
    header: 'Address',
    meta: { narrow: 'main', width: '24%' },
    cell: ({ row }) => <span className="mono">{inertText(row.original.baseUrl)}</span>,
  }),
  helper.display({
    id: 'repeat',
    header: 'Repeating and asking',
    meta: { narrow: 'second' },
    cell: ({ row }) => {
      const words = destinationWords(row.original)
      return <span title={words}>{words}</span>
    },
  }),
  helper.display({
    id: 'actions',
    header: 'Used by',
    meta: { narrow: 'hidden', width: '22%' },
    cell: ({ row: { original } }) => {
      const words = original.bindings.join(', ') || 'no action'
      return (
        <span className="dim" title={words}>
          {words}
        </span>
      )
    },
  }),
  helper.display({
    id: 'timeout',
    header: 'Time limit',
    meta: { narrow: 'end', align: 'right', width: '92px' },
    cell: ({ row }) => formatDuration(row.original.timeoutMs),
  }),
])

export function DestinationsTable({ rows }: { readonly rows: readonly DestinationRow[] }) {
  return <DataTable label="Destinations" columns={columns} rows={rows} rowId={(row) => row.slug} />
}
