import { type EventState, eventStates, eventTransitions } from '#lib/ledger/machine.ts'
import type { MoveOutcome } from '#lib/ledger/transition.ts'
import { type CommandFailure, failure } from './outcome.ts'
import type { Standing } from './read-standing.ts'

/** Says to the person who asked why an event did not move, what that means and what to do. */
export function explainMove(
  outcome: Exclude<MoveOutcome, 'applied'>,
  asked: { eventId: bigint; verb: EventVerb },
  standing: Standing | undefined,
): CommandFailure {
  if (standing === undefined || outcome === 'not_found') return noSuchEvent(asked.eventId)
  if (outcome === 'wrong_state') return wrongState(asked.verb, standing)
  if (outcome === 'guarded') {
    return failure(
      'guarded',
      `Nothing was done: the outcome of ${standing.open.join(', ') || 'an operation'} is not known, and acting now could repeat it. Decide the uncertain operation first.`,
    )
  }
  if (outcome === 'held') {
    return failure('guarded', 'Nothing was done: the event is held by an open conflict. Resolve the conflict first.')
  }
  return failure('changed', `Nothing was done. ${lastChange(standing)} Reload and decide again.`)
}

/** "This event changed 12 s ago by worker-1 (complete): it is now completed." */
export function lastChange(standing: Standing): string {
  return `This event changed ${ago(standing.secondsAgo)} by ${standing.lastActor} (${standing.lastTransition}): it is now ${labelOf(standing.state)}.`
}

export function noSuchEvent(eventId: bigint): CommandFailure {
  return failure(
    'not_found',
    `Nothing was done: there is no event ${eventId} here. Check the number; its retention may also have ended.`,
  )
}

export function labelOf(state: EventState): string {
  return eventStates[state].label.toLowerCase()
}

const participles = { retry: 'retried', replay: 'replayed', restore: 'restored', reject: 'rejected' } as const

/** What a person may ask of one event. */
export type EventVerb = keyof typeof participles

function wrongState(verb: EventVerb, standing: Standing): CommandFailure {
  const from = eventTransitions[verb].from
    .map(labelOf)
    .join(', ')
    .replace(/, ([^,]+)$/, ' or $1')
  return failure(
    'wrong_state',
    `Nothing was done: only a ${from} event can be ${participles[verb]}. ${lastChange(standing)}`,
  )
}

/** A duration as people say it, in its largest whole unit. */
export function ago(seconds: number): string {
  if (seconds < 1) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds)} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}
