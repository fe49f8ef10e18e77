import Link from 'next/link'
import classes from './tabs.module.css'

export interface Tab {
  readonly label: string
  readonly href: string
  readonly here: boolean
  /** Already written out; nothing where it is not known. */
  readonly count?: string | null
}

/** Links that choose what a list shows. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} href={tab.href} className={classes.tab} aria-current={tab.here ? 'page' : undefined}>
          {tab.label}
          {tab.count && <span className="dim"> {tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
