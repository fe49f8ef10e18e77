'use client'

import { inertText } from '#components/ui/inert-text.ts'
import { Until } from '#components/ui/time.tsx'
import { holds, operationStates } from '#lib/ledger/machine.ts'
import type { EventRow } from '#lib/web/queries/list-events.ts'

/** What became of an event, or what comes next, in a few words. */
export function EventOutcome({ event }: { readonly event: EventRow }) {
  const words = outcomeOf(event)
  if (words !== null) {
    const text = inertText(words)
    return (
      <span className="dim" title={text}>
        {text}
      </span>
    )
  }
  return (
    <span className="dim" title={event.lastError === null ? undefined : inertText(event.lastError)}>
      due <Until at={event.nextAttemptAt} />
      {event.attempts > 0 && event.lastError !== null && ` · ${inertText(event.lastError)}`}
    </span>
  )
}

/** Null where it depends on the time. */
function outcomeOf({ state, hold, lastError, operation, worker, fence }: EventRow): string | null {
  if (hold !== null) return holds[hold].meaning
  if (state === 'claimed') return `${worker}, fence ${fence}`
  if (state === 'validated') return null
  if (state === 'effect_uncertain') {
    return operation === null ? (lastError ?? '') : `${operation.action}: ${operation.lastError ?? lastError ?? ''}`
  }
  if (state === 'completed') {
    if (operation === null) return 'recorded; nothing to do'
    const word = operationStates[operation.state].label.toLowerCase()
    return operation.reference === null ? `${operation.action} ${word}` : `${operation.reference} ${word}`
  }
  return lastError ?? operation?.lastError ?? ''
}
