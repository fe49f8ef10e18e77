'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { RowLink } from '#components/data-table/row-link.tsx'
import { DemoBadge, OperationBadge } from '#components/ledger/state-badge.tsx'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Age, Until } from '#components/ui/time.tsx'
import type { UncertainRow } from '#lib/web/queries/list-uncertain.ts'

const helper = createColumnHelper<Features, UncertainRow>()

const columns = helper.columns([
  helper.display({
    id: 'state',
    header: 'State',
    meta: { narrow: 'lead', width: '120px' },
    cell: () => <OperationBadge state="uncertain" />,
  }),
  helper.display({
    id: 'operation',
    header: 'Operation',
    meta: { narrow: 'main', width: '20%' },
    cell: ({ row: { original } }) => `${original.action} at ${original.destination ?? 'this database'}`,
  }),
  helper.display({
    id: 'event',
    header: 'Event',
    meta: { narrow: 'second', width: '20%' },
    cell: ({ row: { original } }) => (
      <>
        {original.demo && <DemoBadge />}{' '}
        <RowLink href={`/events/${original.eventId}`}>
          <bdi className="mono">{cutMiddle(inertText(original.providerEventId), 30)}</bdi>
        </RowLink>
      </>
    ),
  }),
  helper.display({
    id: 'evidence',
    header: 'Latest evidence',
    meta: { narrow: 'hidden' },
    cell: ({ row }) => (
      <span className="dim" title={inertText(row.original.evidence)}>
        {inertText(row.original.evidence)}
      </span>
    ),
  }),
  helper.display({
    id: 'next',
    header: 'Next look',
    meta: { narrow: 'tail', width: '160px' },
    cell: ({ row: { original } }) =>
      original.needsPerson ? (
        'a person decides'
      ) : (
        <>
          <Until at={original.nextLookAt} /> <span className="dim">({original.looks} so far)</span>
        </>
      ),
  }),
  helper.display({
    id: 'since',
    header: 'Since',
    meta: { narrow: 'end', align: 'right', width: '112px' },
    cell: ({ row }) => <Age at={row.original.since} />,
  }),
])

export function UncertainTable({ rows }: { readonly rows: readonly UncertainRow[] }) {
  return <DataTable label="Uncertain operations" columns={columns} rows={rows} rowId={(row) => row.operationId} />
}
