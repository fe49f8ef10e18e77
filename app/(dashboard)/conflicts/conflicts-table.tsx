'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { RowLink } from '#components/data-table/row-link.tsx'
import { DemoBadge, EventBadge } from '#components/ledger/state-badge.tsx'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Age } from '#components/ui/time.tsx'
import type { ConflictRow } from '#lib/web/queries/list-conflicts.ts'
import { resolutionWords } from './resolution-words.ts'

const helper = createColumnHelper<Features, ConflictRow>()

const columns = helper.columns([
  helper.display({
    id: 'state',
    header: 'State',
    meta: { narrow: 'lead', width: '156px' },
    cell: ({ row: { original } }) =>
      original.resolution === null ? (
        <EventBadge state="validated" hold="conflict" />
      ) : (
        resolutionWords[original.resolution].done
      ),
  }),
  helper.display({
    id: 'type',
    header: 'Type',
    meta: { narrow: 'main' },
    cell: ({ row }) => inertText(row.original.event.type),
  }),
  helper.display({
    id: 'event',
    header: 'Event id',
    meta: { narrow: 'second' },
    cell: ({ row: { original } }) => (
      <RowLink href={`/conflicts/${original.id}`}>
        <bdi className="mono">{cutMiddle(inertText(original.event.providerEventId), 30)}</bdi>
      </RowLink>
    ),
  }),
  helper.display({
    id: 'source',
    header: 'Source',
    meta: { narrow: 'hidden' },
    cell: ({ row: { original } }) => (
      <>
        {original.event.demo && <DemoBadge />} {inertText(original.event.source)}
      </>
    ),
  }),
  helper.display({
    id: 'by',
    header: 'Resolved by',
    meta: { narrow: 'hidden' },
    cell: ({ row: { original } }) => original.resolvedBy ?? <span className="dim">—</span>,
  }),
  helper.display({
    id: 'opened',
    header: 'Opened',
    meta: { narrow: 'end', align: 'right', width: '112px' },
    cell: ({ row }) => <Age at={row.original.openedAt} />,
  }),
])

export function ConflictsTable({ label, rows }: { readonly label: string; readonly rows: readonly ConflictRow[] }) {
  return <DataTable label={label} columns={columns} rows={rows} rowId={(row) => row.id} />
}
