import type { ReactNode } from 'react'
import classes from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  /** What the person can do about it. */
  readonly act?: ReactNode
  readonly role?: 'status' | 'alert'
}

/** A calm message in place of content: nothing here, nothing matches, not to be had now. */
export function Notice({ title, children, act, role }: NoticeProps) {
  return (
    <div className={classes.notice} role={role}>
      <p className={classes.title}>{title}</p>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {act !== undefined && <div className={classes.act}>{act}</div>}
    </div>
  )
}
