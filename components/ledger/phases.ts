import { type EventState, eventStates, NOTHING } from '#lib/ledger/machine.ts'
import type { EventView } from '#lib/web/queries/find-event.ts'
import type { LedgerEntryView } from '#lib/web/queries/ledger-entry-view.ts'

/** One step of an event's way, as far as it has come. */
export interface Phase {
  readonly state: EventState
  readonly entry: LedgerEntryView | null
  /** How often it has been entered; the latest is shown. */
  readonly times: number
  readonly who: string
  /** Since the step before it in time; null where that step belongs to a later pass. */
  readonly sinceMs: number | null
  readonly reached: 'here' | 'passed' | 'earlier_pass' | 'not'
}

const path: EventState[] = ['received', 'validated', 'claimed', 'effect_uncertain', 'completed']

/** The way from received to its end: an event that failed or was rejected ends there instead of in completed. */
export function phasesOf(event: EventView): Phase[] {
  const endsIn: EventState = event.state === 'failed' || event.state === 'rejected' ? event.state : 'completed'
  const states = path.map((state) => (state === 'completed' ? endsIn : state))
  const moves = event.entries.filter((entry) => entry.entity === 'event')
  const latest = states.map((state) => moves.findLast((entry) => entry.to === state) ?? null)
  const current = latest[states.indexOf(event.state)]?.seq ?? Number.POSITIVE_INFINITY
  let before: LedgerEntryView | null = null
  return states.map((state, index): Phase => {
    const entry = latest[index] ?? null
    const inOrder: boolean = entry !== null && (before === null || entry.seq > before.seq)
    const sinceMs = entry !== null && before !== null && inOrder ? Date.parse(entry.at) - Date.parse(before.at) : null
    const earlier = entry !== null && (!inOrder || entry.seq > current)
    if (entry !== null && inOrder) before = entry
    return {
      state,
      entry,
      times: moves.filter((move) => move.to === state).length,
      who: whoOf(state, entry, event),
      sinceMs,
      reached: entry === null ? 'not' : state === event.state ? 'here' : earlier ? 'earlier_pass' : 'passed',
    }
  })
}

function whoOf(state: EventState, entry: LedgerEntryView | null, event: EventView): string {
  if (entry === null) return state === 'completed' && event.state === 'effect_uncertain' ? 'needs evidence' : '—'
  if (state === 'received') return deliveryName(entry, event)
  if (state === 'claimed') return `${entry.actor} · fence ${entry.fence}`
  if (state === 'validated') return entry.by === 'inbox' ? 'by the inbox' : `${entry.transition} by ${entry.actor}`
  if (state === 'effect_uncertain') return entry.reason ?? `by ${entry.actor}`
  return entry.from === NOTHING ? '' : `by ${entry.actor}`
}

function deliveryName(entry: LedgerEntryView, event: EventView): string {
  if (entry.deliveryId === null) return `by ${entry.actor}`
  const delivery = event.deliveries.find(({ id }) => id === entry.deliveryId)
  return delivery?.reference ? `delivery ${delivery.reference}` : `delivery #${entry.deliveryId}`
}

export const phaseFacts = (state: EventState) => eventStates[state]
