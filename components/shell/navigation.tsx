'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import classes from './navigation.module.css'

export interface NavigationItem {
  readonly href: string
  readonly label: string
  /** Already written out ("10,000+"); nothing where there is nothing. */
  readonly count?: string
  /** What is counted, for people who hear it. */
  readonly countMeans?: string
  readonly tone?: string
}

export interface NavigationGroup {
  readonly label: string | null
  readonly items: readonly NavigationItem[]
}

export function Navigation({ groups }: { readonly groups: readonly NavigationGroup[] }) {
  const pathname = usePathname()
  const isHere = (href: string) => (href === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${href}/`))
  return (
    <nav aria-label="Main" className={classes.navigation}>
      {groups.map((group) => (
        <div key={group.label ?? 'first'}>
          {group.label !== null && <p className={classes.group}>{group.label}</p>}
          <ul>
            {group.items.map((item) => (
              <li key={item.href}>
                <Link href={item.href} className={classes.item} aria-current={isHere(item.href) ? 'page' : undefined}>
                  {item.label}
                  {item.count !== undefined && (
                    <span className={`${classes.count} tone-${item.tone ?? 'grey'}`}>
                      {item.count}
                      <span className="sr-only"> {item.countMeans}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
