'use client'

import { createColumnHelper } from '@tanstack/react-table'
import type { Features } from '#components/data-table/features.ts'
import { RowLink } from '#components/data-table/row-link.tsx'
import { EventOutcome } from '#components/ledger/event-outcome.tsx'
import { DemoBadge, EventBadge } from '#components/ledger/state-badge.tsx'
import { formatCapped } from '#components/ui/format-number.ts'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Age } from '#components/ui/time.tsx'
import type { EventRow } from '#lib/web/queries/list-events.ts'

/** Where the deliveries of one event stop being counted; the query stops there too. */
const DELIVERIES_CAP = 100

const helper = createColumnHelper<Features, EventRow>()

export const columns = helper.columns([
  helper.display({
    id: 'state',
    header: 'State',
    meta: { narrow: 'lead', width: '166px' },
    cell: ({ row }) => <EventBadge state={row.original.state} hold={row.original.hold} />,
  }),
  helper.display({
    id: 'type',
    header: 'Type',
    meta: { narrow: 'main' },
    cell: ({ row }) => <bdi title={inertText(row.original.type)}>{inertText(row.original.type)}</bdi>,
  }),
  helper.display({
    id: 'event',
    header: 'Event id',
    meta: { narrow: 'second' },
    cell: ({ row }) => (
      <RowLink href={`/events/${row.original.id}`}>
        <bdi className="mono" title={inertText(row.original.eventId)}>
          {cutMiddle(inertText(row.original.eventId), 30)}
        </bdi>
      </RowLink>
    ),
  }),
  helper.display({
    id: 'source',
    header: 'Source',
    meta: { narrow: 'hidden' },
    cell: ({ row: { original } }) => (
      <>
        {original.source.demo && <DemoBadge />} {inertText(original.source.name)}
        <span className="dim"> · {inertText(original.account)}</span>
      </>
    ),
  }),
  helper.display({
    id: 'deliveries',
    header: 'Deliveries',
    meta: { narrow: 'hidden', align: 'right', width: '88px' },
    cell: ({ row }) => formatCapped(row.original.deliveries, DELIVERIES_CAP),
  }),
  helper.display({
    id: 'outcome',
    header: 'Outcome',
    meta: { narrow: 'tail', width: '26%' },
    cell: ({ row }) => <EventOutcome event={row.original} />,
  }),
  helper.display({
    id: 'received',
    header: 'Received',
    meta: { narrow: 'end', align: 'right', width: '112px' },
    cell: ({ row }) => <Age at={row.original.receivedAt} />,
  }),
])
