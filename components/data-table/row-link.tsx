import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './row-link.module.css'

/** The link of a row's main cell; its area is the whole row. */
export function RowLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={classes.link} prefetch={false}>
      {children}
    </Link>
  )
}
