'use client'

import { createColumnHelper } from '@tanstack/react-table'
import { useMemo } from 'react'
import { DataTable } from '#components/data-table/data-table.tsx'
import type { Features } from '#components/data-table/features.ts'
import { inertText } from '#components/ui/inert-text.ts'
import { Age, Instant } from '#components/ui/time.tsx'
import type { PersonRow } from '#lib/web/queries/list-people.ts'
import { PersonActs } from './person-acts.tsx'

const helper = createColumnHelper<Features, PersonRow>()

const columnsFor = (own: string) =>
  helper.columns([
    helper.display({
      id: 'email',
      header: 'E-mail',
      meta: { narrow: 'lead' },
      cell: ({ row: { original } }) => (
        <>
          {inertText(original.email)}
          {original.email === own && <span className="dim"> · you</span>}
        </>
      ),
    }),
    helper.display({
      id: 'role',
      header: 'Role',
      meta: { narrow: 'end', width: '160px' },
      cell: ({ row: { original } }) => (original.disabledAt === null ? original.role : `${original.role}, disabled`),
    }),
    helper.display({
      id: 'last',
      header: 'Last sign-in',
      meta: { narrow: 'second', width: '120px' },
      cell: ({ row: { original } }) =>
        original.lastSignInAt === null ? <span className="dim">never</span> : <Age at={original.lastSignInAt} />,
    }),
    helper.display({
      id: 'created',
      header: 'Since',
      meta: { narrow: 'hidden', width: '120px' },
      cell: ({ row }) => <Instant at={row.original.createdAt} as="day" />,
    }),
    helper.display({
      id: 'acts',
      header: () => <span className="sr-only">Change</span>,
      meta: { narrow: 'tail', align: 'right', width: '120px' },
      cell: ({ row }) => <PersonActs person={row.original} />,
    }),
  ])

export function PeopleTable({ rows, own }: { readonly rows: readonly PersonRow[]; readonly own: string }) {
  const columns = useMemo(() => columnsFor(own), [own])
  return <DataTable label="People" columns={columns} rows={rows} rowId={(row) => row.email} />
}
