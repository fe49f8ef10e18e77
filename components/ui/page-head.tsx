import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** A page's heading with what it covers beside it and its acts at the end. */
export function PageHead({
  title,
  detail,
  children,
}: {
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <header className={classes.head}>
      <h1>{title}</h1>
      {detail !== undefined && <p className="dim">{detail}</p>}
      {children !== undefined && <div className={classes.acts}>{children}</div>}
    </header>
  )
}
