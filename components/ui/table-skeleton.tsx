import { Skeleton } from '@mantine/core'
import { Card } from './card.tsx'
import classes from './table-skeleton.module.css'

/** Shaped like the table that is coming. */
export function TableSkeleton({ rows = 12 }: { readonly rows?: number }) {
  return (
    <Card flush>
      <div role="status" aria-label="Reading">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <div key={row} className={classes.row}>
            <Skeleton height={20} width={120} />
            <Skeleton height={12} width="22%" />
            <Skeleton height={12} width="26%" />
            <Skeleton height={12} width={56} ml="auto" />
          </div>
        ))}
      </div>
    </Card>
  )
}
