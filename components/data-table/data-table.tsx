'use client'

import { type ColumnDef, type RowData, useTable } from '@tanstack/react-table'
import classes from './data-table.module.css'
import { type ColumnPlace, type Features, features } from './features.ts'

interface DataTableProps<Row extends RowData> {
  /** What the rows are, for people who hear the table. */
  readonly label: string
  readonly columns: readonly ColumnDef<Features, Row, unknown>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
}

/**
 * A dense table that becomes two-line rows where there is no room. Roles are written out: a browser forgets them when
 * a table's parts are laid out as a grid.
 */
export function DataTable<Row extends RowData>({ label, columns, rows, rowId }: DataTableProps<Row>) {
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowId,
  })
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <table className={classes.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} role="row">
            {group.headers.map((header) => (
              <th
                key={header.id}
                role="columnheader"
                scope="col"
                className={alignOf(header.column.columnDef.meta)}
                style={{ width: header.column.columnDef.meta?.width }}
              >
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody role="rowgroup">
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} role="row">
            {row.getAllCells().map((cell) => (
              <td key={cell.id} role="cell" className={placeOf(cell.column.columnDef.meta)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  )
}

const alignOf = (place: ColumnPlace | undefined) => (place?.align === 'right' ? classes.right : undefined)

function placeOf(place: ColumnPlace | undefined): string {
  return [classes[place?.narrow ?? 'hidden'], alignOf(place)].filter(Boolean).join(' ')
}
