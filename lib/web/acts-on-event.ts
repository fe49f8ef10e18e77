import { permits } from '#lib/commands/permissions.ts'
import { type EventTransition, eventTransitions, eventTransitionsFrom } from '#lib/ledger/machine.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import type { EventView } from './queries/find-event.ts'
import type { OperationView } from './queries/operation-view.ts'

export type EventVerb = EventTransition & ('retry' | 'replay' | 'restore' | 'reject')
export type Decision = 'happened' | 'did_not_happen' | 'waive'

/** Something this person may do to this event now, with what it will do. */
export interface Act {
  readonly key: string
  readonly kind:
    | { readonly of: 'event'; readonly verb: EventVerb }
    | { readonly of: 'reconcile' }
    | { readonly of: 'decision'; readonly decision: Decision; readonly operation: OperationView }
  /** What the button says; an ellipsis, because a dialog follows. */
  readonly label: string
  readonly consequence: string
  readonly reasonRequired: boolean
  readonly needsReference: boolean
}

const commandOf = {
  retry: 'retryEvent',
  replay: 'replayEvent',
  restore: 'restoreEvent',
  reject: 'rejectEvent',
} as const
const isVerb = (transition: EventTransition): transition is EventVerb => transition in commandOf

/** What the machine lists from here for a person, less what this person's role does not allow. */
export function actsOn(event: EventView, person: Person): Act[] {
  return [...reconcileActs(event, person), ...decisionActs(event, person), ...eventActs(event, person)]
}

function eventActs(event: EventView, person: Person): Act[] {
  return eventTransitionsFrom(event.state, 'operator')
    .filter(isVerb)
    .filter((verb) => permits(person.role, commandOf[verb]))
    .map((verb): Act => {
      const { label, consequence } = eventTransitions[verb]
      const held =
        event.hold !== null && verb !== 'reject' ? ' It stays held: no worker takes it up until that is resolved.' : ''
      return {
        key: verb,
        kind: { of: 'event', verb },
        label,
        consequence: consequence + held,
        reasonRequired: 'reasonRequired' in eventTransitions[verb],
        needsReference: false,
      }
    })
}

function reconcileActs(event: EventView, person: Person): Act[] {
  if (event.state !== 'effect_uncertain' || !permits(person.role, 'reconcileEvent')) return []
  if (!event.operations.some(canBeAsked)) return []
  return [
    {
      key: 'reconcile',
      kind: { of: 'reconcile' },
      label: 'Reconcile now…',
      consequence: 'The destination is asked at once what became of it. Nothing is sent again.',
      reasonRequired: false,
      needsReference: false,
    },
  ]
}

/** Where nothing can be asked and nothing may be repeated, a look-up could only end where it began. */
function canBeAsked({ state, destination }: OperationView): boolean {
  if (state !== 'uncertain' && state !== 'submitted') return false
  return destination !== null && (destination.repeat !== 'none' || destination.policy !== 'avoid-duplicate')
}

function decisionActs(event: EventView, person: Person): Act[] {
  if (!permits(person.role, 'decideOperation')) return []
  const uncertain = event.operations.filter(({ state }) => state === 'uncertain')
  const failed = event.state === 'failed' ? event.operations.filter(({ state }) => state === 'failed') : []
  return [
    ...uncertain.flatMap((operation) => [
      decision(operation, 'happened', 'It happened…', happened(operation)),
      decision(operation, 'did_not_happen', 'It did not happen…', didNotHappen(operation)),
      decision(
        operation,
        'waive',
        'Waive…',
        `${operation.action}: no further attempt, no effect. The event goes on without it.`,
      ),
    ]),
    ...failed.map((operation) =>
      decision(
        operation,
        'waive',
        `Waive ${operation.action}…`,
        'Not attempted again. Retry the event afterwards to let it go on without it.',
      ),
    ),
  ]
}

function decision(operation: OperationView, kind: Decision, label: string, consequence: string): Act {
  return {
    key: `${kind}-${operation.id}`,
    kind: { of: 'decision', decision: kind, operation },
    label,
    consequence,
    reasonRequired: true,
    needsReference: kind === 'happened',
  }
}

const where = (operation: OperationView) => operation.destination?.name ?? 'the destination'

const happened = (operation: OperationView) =>
  `${operation.action} is confirmed with the reference you found at ${where(operation)}. Nothing is sent again.`

const didNotHappen = (operation: OperationView) =>
  `One new attempt is allowed, with the same key and the same request. If you are wrong, ${where(operation)} may act twice.`
