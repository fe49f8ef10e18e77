'use client'

import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Brand } from './brand.tsx'
import classes from './shell.module.css'

interface ShellProps {
  readonly navigation: ReactNode
  readonly top: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: navigation at the left (a drawer where there is no room), the top line, the content. */
export function Shell({ navigation, top, children }: ShellProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes because the page changed.
  useEffect(close, [pathname])
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <aside className={classes.side} aria-label="Sidebar">
        <Brand />
        {navigation}
      </aside>
      <Drawer opened={opened} onClose={close} title={<Brand />} size={260} padding="sm">
        {navigation}
      </Drawer>
      <div className={classes.page}>
        <section className={classes.top} aria-label="Search and preferences">
          <button type="button" className={classes.burger} aria-label="Open navigation" onClick={open}>
            <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
              <path d="M2 4.5h14M2 9h14M2 13.5h14" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </button>
          {top}
        </section>
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}
