'use client'

import { createColumnHelper } from '@tanstack/react-table'
import Link from 'next/link'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { inertText } from '#components/ui/inert-text.ts'
import { Instant } from '#components/ui/time.tsx'
import type { AuditRow } from '#lib/web/queries/list-audit.ts'

/** Objects that have a page. */
const pages: Partial<Record<string, string>> = { event: '/events', conflict: '/conflicts', delivery: '/deliveries' }

const helper = createColumnHelper<Features, AuditRow>()

const columns = helper.columns([
  helper.display({
    id: 'at',
    header: 'When',
    meta: { narrow: 'end', width: '128px' },
    cell: ({ row }) => <Instant at={row.original.at} as="minute" />,
  }),
  helper.display({
    id: 'actor',
    header: 'Who',
    meta: { narrow: 'lead', width: '27%' },
    cell: ({ row: { original } }) => (
      <>
        {inertText(original.actor)}
        <span className="dim">
          {' '}
          · {original.role} · {original.via}
        </span>
      </>
    ),
  }),
  helper.display({
    id: 'command',
    header: 'What',
    meta: { narrow: 'second', width: '15%' },
    cell: ({ row: { original } }) => (
      <>
        <span className="mono">{original.command}</span>
        {original.refused && <span className="dim"> · refused</span>}
      </>
    ),
  }),
  helper.display({
    id: 'object',
    header: 'On',
    meta: { narrow: 'tail', width: '16%' },
    cell: ({ row: { original } }) => <AuditObject type={original.objectType} id={original.objectId} />,
  }),
  helper.display({
    id: 'reason',
    header: 'Reason and change',
    meta: { narrow: 'hidden' },
    cell: ({ row: { original } }) => {
      const change = inertText(original.change ?? '')
      return (
        <span title={[original.reason ?? '', change].filter(Boolean).join('\n')}>
          {inertText(original.reason ?? '')} <span className="mono dim">{change}</span>
        </span>
      )
    },
  }),
])

function AuditObject({ type, id }: { readonly type: string; readonly id: string }) {
  const page = pages[type]
  const name = `${type} ${inertText(id)}`
  return page !== undefined && /^\d+$/.test(id) ? (
    <Link href={`${page}/${id}`}>{name}</Link>
  ) : (
    <span title={name}>{name}</span>
  )
}

export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  return <DataTable label="Audit trail" columns={columns} rows={rows} rowId={(row) => row.id} />
}
