'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { DemoBadge } from '#components/ledger/state-badge.tsx'
import { plural } from '#components/ui/format-number.ts'
import { inertText } from '#components/ui/inert-text.ts'
import { ShortId } from '#components/ui/short-id.tsx'
import { Age } from '#components/ui/time.tsx'
import type { SourceRow } from '#lib/web/queries/list-sources.ts'

const helper = createColumnHelper<Features, SourceRow>()

const columns = helper.columns([
  helper.display({
    id: 'name',
    header: 'Source',
    meta: { narrow: 'lead', width: '13%' },
    cell: ({ row: { original } }) => (
      <>
        <strong>{inertText(original.name)}</strong> {original.demo && <DemoBadge />}
        {original.disabledAt !== null && <span className="dim"> · disabled</span>}
      </>
    ),
  }),
  helper.display({
    id: 'address',
    header: 'Address to paste at the provider',
    meta: { narrow: 'second' },
    cell: ({ row }) => <ShortId value={row.original.address} name="address" most={60} />,
  }),
  helper.display({
    id: 'provider',
    header: 'Provider · account',
    meta: { narrow: 'main', width: '14%' },
    cell: ({ row: { original } }) => (
      <>
        {original.provider} <span className="dim">· {inertText(original.account)}</span>
      </>
    ),
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    meta: { narrow: 'hidden', width: '16%' },
    cell: ({ row: { original } }) => {
      const words = original.recordOnly ? 'record only' : original.bindings.join(', ') || 'none bound: events wait'
      return (
        <span className="dim" title={words}>
          {words}
        </span>
      )
    },
  }),
  helper.display({
    id: 'secrets',
    header: 'Secrets',
    meta: { narrow: 'hidden', width: '92px' },
    cell: ({ row }) => plural(row.original.activeSecrets, 'active', 'active'),
  }),
  helper.display({
    id: 'last',
    header: 'Last delivery',
    meta: { narrow: 'end', align: 'right', width: '116px' },
    cell: ({ row: { original } }) =>
      original.lastDeliveryAt === null ? <span className="dim">never</span> : <Age at={original.lastDeliveryAt} />,
  }),
])

export function SourcesTable({ rows }: { readonly rows: readonly SourceRow[] }) {
  return <DataTable label="Sources" columns={columns} rows={rows} rowId={(row) => row.slug} />
}
