import { toPlain } from './to-plain.ts'

/** What to say instead of a table without rows. */
interface Empty {
  readonly none: string
}

/**
 * Rows as aligned text, for people. Columns: title → what of a row stands there. A cell is cut at 60 characters
 * unless it is the last one.
 */
export function table<Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => unknown>,
  { none }: Empty,
): string {
  if (rows.length === 0) return none
  const titles = Object.keys(columns)
  const body = rows.map((row) => Object.values(columns).map((cell) => cellText(cell(row))))
  const lines = [titles.map((title) => title.toUpperCase()), ...body].map((line) =>
    line.map((cell, index) => (index < titles.length - 1 && cell.length > 60 ? `${cell.slice(0, 59)}…` : cell)),
  )
  const widths = titles.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names and values under each other. Absent values are left out. */
export function facts(pairs: Record<string, unknown>): string {
  const present = Object.entries(pairs).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...present.map(([name]) => name.length))
  return present.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`).join('\n')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, 'Z')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const plain = toPlain(value)
  return visible(typeof plain === 'object' ? JSON.stringify(plain) : String(plain))
}

/** Text from outside must not move the cursor or colour the terminal. */
function visible(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}
