'use client'

import { useNow, useTimeZone } from './clock.tsx'
import { formatAge, formatClock, formatDay, formatDuration, formatExact, formatMinute } from './format-time.ts'

/** How long ago, ticking; the exact time with its zone on hover. */
export function Age({ at, suffix = ' ago' }: { readonly at: string; readonly suffix?: string }) {
  const now = useNow()
  return (
    <Exact at={at}>
      {formatAge(now - Date.parse(at))}
      {suffix}
    </Exact>
  )
}

/** How long until then, ticking; "now" once it has come. */
export function Until({ at }: { readonly at: string }) {
  const left = Date.parse(at) - useNow()
  return <Exact at={at}>{left <= 0 ? 'now' : `in ${formatDuration(left)}`}</Exact>
}

/** A length that is still growing. */
export function Running({ since }: { readonly since: string }) {
  return <Exact at={since}>{`${formatDuration(useNow() - Date.parse(since))}…`}</Exact>
}

const formats = { clock: formatClock, minute: formatMinute, day: formatDay, exact: formatExact }

/** A moment in the person's zone; the exact time on hover. */
export function Instant({ at, as = 'clock' }: { readonly at: string; readonly as?: keyof typeof formats }) {
  return <Exact at={at}>{formats[as](at, useTimeZone())}</Exact>
}

function Exact({ at, children }: { readonly at: string; readonly children: React.ReactNode }) {
  return (
    <time dateTime={at} title={formatExact(at, useTimeZone())}>
      {children}
    </time>
  )
}
