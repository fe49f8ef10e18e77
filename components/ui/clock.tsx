'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'

interface Clock {
  readonly timeZone: string
  readonly subscribe: (listener: () => void) => () => void
  /** The current second in milliseconds. */
  readonly now: () => number
  readonly renderedAt: number
}

const ClockContext = createContext<Clock | null>(null)

/**
 * One ticking clock for all ages on the page. While the page is being taken over it shows the server's moment, so
 * server and browser render the same text; afterwards it follows this browser, corrected by the server's clock.
 */
export function ClockProvider({
  renderedAt,
  timeZone,
  children,
}: {
  readonly renderedAt: string
  readonly timeZone: string
  readonly children: ReactNode
}) {
  const clock = useMemo(() => makeClock(Date.parse(renderedAt), timeZone), [renderedAt, timeZone])
  return <ClockContext value={clock}>{children}</ClockContext>
}

/** A browser clock that differs by less than this is right; the difference is the time the page took to arrive. */
const SKEW_MS = 30_000

function makeClock(renderedAt: number, timeZone: string): Clock {
  const difference = renderedAt - Date.now()
  const skew = Math.abs(difference) > SKEW_MS ? difference : 0
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    timeZone,
    renderedAt,
    now: () => Math.floor((Date.now() + skew) / 1_000) * 1_000,
    subscribe: (listener) => {
      listeners.add(listener)
      timer ??= setInterval(() => {
        for (const tell of listeners) tell()
      }, 1_000)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error('times are shown inside ClockProvider only')
  return clock
}

export function useTimeZone(): string {
  return useClock().timeZone
}

/** Milliseconds now, changing once a second. */
export function useNow(): number {
  const clock = useClock()
  return useSyncExternalStore(clock.subscribe, clock.now, () => clock.renderedAt)
}

/** Calls back every so often while the page is looked at. */
export function useEvery(seconds: number, act: () => void): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, seconds * 1_000)
    return () => clearInterval(timer)
  }, [seconds, act])
}
