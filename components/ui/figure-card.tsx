import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './figure-card.module.css'

interface FigureCardProps {
  readonly name: string
  readonly value: ReactNode
  readonly detail: ReactNode
  /** A class that colours the value, where it is not zero. */
  readonly tone?: string
  /** Where the things that were counted are listed. */
  readonly href?: string
}

/** One number with its name above and what it means below. */
export function FigureCard({ name, value, detail, tone, href }: FigureCardProps) {
  return (
    <div className={`${classes.figure} ${tone ?? ''}`}>
      <dt>{href === undefined ? name : <Link href={href}>{name}</Link>}</dt>
      <dd className={tone === undefined ? classes.value : `${classes.value} ${classes.toned}`}>{value}</dd>
      <dd className={classes.detail}>{detail}</dd>
    </div>
  )
}
