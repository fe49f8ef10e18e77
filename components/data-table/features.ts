import { tableFeatures } from '@tanstack/react-table'

/** How a column stands where a row has two lines only: `lead main end` above, `second tail` below. */
export interface ColumnPlace {
  readonly narrow: 'lead' | 'main' | 'end' | 'second' | 'tail' | 'hidden'
  readonly align?: 'right'
  /** CSS width; the columns without one share what is left. */
  readonly width?: string
}

/** Rows are sorted, filtered and paged by the database: the table needs no feature for it. */
export const features = tableFeatures({ columnMeta: {} as ColumnPlace })

export type Features = typeof features
