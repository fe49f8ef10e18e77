import Link from 'next/link'
import classes from './brand.module.css'

export function Brand() {
  return (
    <Link href="/" className={classes.brand}>
      <svg viewBox="0 0 32 32" width="19" height="19" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#3b5bdb" />
        <path d="M9 9h14M9 16h14M9 23h8" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        <circle cx="23" cy="23" r="3" fill="#6fd08a" />
      </svg>
      Replay Ledger
    </Link>
  )
}
