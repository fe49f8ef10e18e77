import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type EventState, eventStates, type Hold, holds } from '#lib/ledger/machine.ts'
import { pageParams } from '#lib/web/page-params.ts'

/** Periods to choose from, in hours. */
export const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
export type Period = keyof typeof periods

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[]

/** The state of the events list is its URL. */
export const eventsParams = {
  state: parseAsStringLiteral<EventState>(keysOf<EventState>(eventStates)),
  held: parseAsStringLiteral<Hold | 'any'>(['any', ...keysOf<Hold>(holds)]),
  source: parseAsString,
  type: parseAsString,
  period: parseAsStringLiteral<Period>(keysOf<Period>(periods)),
  q: parseAsString,
  ...pageParams,
}

export const loadEventsParams = createLoader(eventsParams)
export const eventsHref = createSerializer(eventsParams)

export type EventsParams = Awaited<ReturnType<typeof loadEventsParams>>
