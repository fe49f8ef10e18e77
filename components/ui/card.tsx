import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  readonly title?: string
  readonly id?: string
  /** Beside the title. */
  readonly aside?: ReactNode
  /** A class that gives the card the colour of what it is about. */
  readonly tone?: string
  /** Content reaches the edges (tables). */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A group that is one thing. With a title it is a named region. */
export function Card({ title, id, aside, tone, flush = false, children }: CardProps) {
  const headingId = title === undefined ? undefined : `${id ?? title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-title`
  const className = [classes.card, flush ? classes.flush : '', tone === undefined ? '' : `${classes.toned} ${tone}`]
  return (
    <section className={className.join(' ')} aria-labelledby={headingId}>
      {title !== undefined && (
        <header className={classes.head}>
          <h2 id={headingId}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
