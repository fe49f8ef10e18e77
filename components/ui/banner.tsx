import type { ReactNode } from 'react'
import classes from './banner.module.css'

/** One line above the content that a person should know while reading it. */
export function Banner({ children }: { readonly children: ReactNode }) {
  return (
    <aside className={classes.banner} aria-label="Note">
      {children}
    </aside>
  )
}
