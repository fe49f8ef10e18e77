'use client'

import { DataTable } from '#components/data-table/data-table.tsx'
import type { EventRow } from '#lib/web/queries/list-events.ts'
import { columns } from './columns.tsx'

export function EventsTable({ rows }: { readonly rows: readonly EventRow[] }) {
  return <DataTable label="Events" columns={columns} rows={rows} rowId={(row) => row.id} />
}
