'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { RowLink } from '#components/data-table/row-link.tsx'
import { DispositionBadge } from '#components/ledger/disposition-badge.tsx'
import { DemoBadge } from '#components/ledger/state-badge.tsx'
import { formatBytes } from '#components/ui/format-number.ts'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Age } from '#components/ui/time.tsx'
import type { ListedDelivery } from '#lib/web/queries/list-deliveries.ts'

const helper = createColumnHelper<Features, ListedDelivery>()

const columns = helper.columns([
  helper.display({
    id: 'disposition',
    header: 'Disposition',
    meta: { narrow: 'lead', width: '136px' },
    cell: ({ row }) => <DispositionBadge disposition={row.original.disposition} />,
  }),
  helper.display({
    id: 'delivery',
    header: 'Delivery',
    meta: { narrow: 'main', width: '16%' },
    cell: ({ row: { original } }) => (
      <RowLink href={`/deliveries/${original.id}`}>
        <bdi className="mono">
          {original.reference === null ? `#${original.id}` : cutMiddle(inertText(original.reference), 22)}
        </bdi>
      </RowLink>
    ),
  }),
  helper.display({
    id: 'event',
    header: 'Event id',
    meta: { narrow: 'second', width: '20%' },
    cell: ({ row: { original } }) =>
      original.providerEventId === null ? (
        <span className="dim">none</span>
      ) : (
        <bdi className="mono">{cutMiddle(inertText(original.providerEventId), 30)}</bdi>
      ),
  }),
  helper.display({
    id: 'source',
    header: 'Source',
    meta: { narrow: 'hidden', width: '14%' },
    cell: ({ row: { original } }) =>
      original.source === null ? (
        <span className="dim">unknown</span>
      ) : (
        <>
          {original.source.demo && <DemoBadge />} {inertText(original.source.name)}
        </>
      ),
  }),
  helper.display({
    id: 'reason',
    header: 'Answer and reason',
    meta: { narrow: 'tail' },
    cell: ({ row: { original } }) => (
      <span className="dim" title={original.reason === null ? undefined : inertText(original.reason)}>
        {original.httpStatus}
        {original.reason === null ? ` · ${formatBytes(original.bodyBytes)}` : ` · ${inertText(original.reason)}`}
      </span>
    ),
  }),
  helper.display({
    id: 'received',
    header: 'Received',
    meta: { narrow: 'end', align: 'right', width: '112px' },
    cell: ({ row }) => <Age at={row.original.receivedAt} />,
  }),
])

export function DeliveriesTable({ rows }: { readonly rows: readonly ListedDelivery[] }) {
  return <DataTable label="Deliveries" columns={columns} rows={rows} rowId={(row) => row.id} />
}
