import Link from 'next/link'
import classes from './pager.module.css'

interface PagerProps {
  readonly newer: string | null
  readonly older: string | null
  /** What stands between: how many rows are shown. */
  readonly shown: string
}

/** Keyset paging has no page numbers: newer and older, and a way back to the newest. */
export function Pager({ newer, older, shown }: PagerProps) {
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span className="dim">{shown}</span>
      <Step href={newer} label="‹ Newer" />
      <Step href={older} label="Older ›" />
    </nav>
  )
}

function Step({ href, label }: { readonly href: string | null; readonly label: string }) {
  if (href === null) {
    return (
      <span className={classes.step} aria-disabled="true">
        {label}
      </span>
    )
  }
  return (
    <Link href={href} className={classes.step}>
      {label}
    </Link>
  )
}
