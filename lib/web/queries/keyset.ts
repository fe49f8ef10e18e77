/** Where a page of newest-first rows stands: below one id, or above one. */
export interface Keyset {
  readonly before: bigint | null
  readonly after: bigint | null
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Ids to go on from, or null at an end. */
  readonly older: string | null
  readonly newer: string | null
}

export const PAGE_ROWS = 50

const isBackwards = ({ before, after }: Keyset) => before === null && after !== null

/** What Prisma is asked for: one row more than a page, so that its end is known. */
export function keysetArgs(keyset: Keyset) {
  const { before, after } = keyset
  return {
    where: before !== null ? { id: { lt: before } } : after !== null ? { id: { gt: after } } : {},
    orderBy: { id: isBackwards(keyset) ? 'asc' : 'desc' },
    take: PAGE_ROWS + 1,
  } as const
}

/** Rows read that way, in either order, as one page with the newest first. */
export function toPage<Row, Shown>(
  rows: readonly Row[],
  keyset: Keyset,
  idOf: (row: Row) => bigint,
  show: (row: Row) => Shown,
): Page<Shown> {
  const backwards = isBackwards(keyset)
  const more = rows.length > PAGE_ROWS
  const newestFirst = rows.toSorted((a, b) => (idOf(a) > idOf(b) ? -1 : 1))
  const kept = backwards ? newestFirst.slice(more ? 1 : 0) : newestFirst.slice(0, PAGE_ROWS)
  const first = kept[0]
  const last = kept.at(-1)
  const hasNewer = backwards ? more : keyset.before !== null
  const hasOlder = backwards || more
  return {
    rows: kept.map(show),
    older: hasOlder && last !== undefined ? String(idOf(last)) : null,
    newer: hasNewer && first !== undefined ? String(idOf(first)) : null,
  }
}
