import type { ReactNode } from 'react'
import classes from './definition-list.module.css'

/** Names and values, one pair a line. A pair without a value is left out. */
export function DefinitionList({ pairs }: { readonly pairs: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {pairs
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name} className={classes.pair}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
