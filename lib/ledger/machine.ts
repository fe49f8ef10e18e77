/**
 * The machine: every state, every transition, who may make it and what it demands. It is the only place where
 * the state set is written. The database's rule table (prisma/migrations), the state diagram (ARCHITECTURE.md),
 * badges, buttons, filters and tests are all derived from it.
 */

/** Stands for "does not exist yet" where a transition creates its subject. */
export const NOTHING = 'none'

export type Tone = 'grey' | 'blue' | 'violet' | 'amber' | 'green' | 'red' | 'dark' | 'pink'

interface StateFacts {
  readonly label: string
  /** One character that tells the state without colour. */
  readonly mark: string
  readonly tone: Tone
  /** What the state means for the person who reads it. */
  readonly meaning: string
}

export const eventStates = {
  received: { label: 'Received', mark: '○', tone: 'grey', meaning: 'Durable, not yet judged.' },
  validated: { label: 'Validated', mark: '◔', tone: 'blue', meaning: 'Accepted; waits for a worker.' },
  claimed: { label: 'Claimed', mark: '◑', tone: 'violet', meaning: 'A worker holds it under a lease.' },
  effect_uncertain: {
    label: 'Effect uncertain',
    mark: '◆',
    tone: 'amber',
    meaning: 'A request was submitted and nobody knows yet whether it acted. Nothing is sent again.',
  },
  completed: { label: 'Completed', mark: '●', tone: 'green', meaning: 'Every operation is accounted for.' },
  failed: { label: 'Failed', mark: '✕', tone: 'red', meaning: 'Known not done; waits for a person.' },
  rejected: { label: 'Rejected', mark: '⊘', tone: 'dark', meaning: 'Authentic, but not to be processed.' },
} as const satisfies Record<string, StateFacts>

export const operationStates = {
  planned: { label: 'Planned', mark: '○', tone: 'grey', meaning: 'Nothing has been sent.' },
  submitted: {
    label: 'Submitted',
    mark: '◑',
    tone: 'violet',
    meaning: 'The intent is recorded; a request may be on its way.',
  },
  uncertain: { label: 'Uncertain', mark: '◆', tone: 'amber', meaning: 'The request left; its outcome is unknown.' },
  confirmed: { label: 'Confirmed', mark: '●', tone: 'green', meaning: 'The destination proved that it acted.' },
  waived: { label: 'Waived', mark: '⊖', tone: 'dark', meaning: 'A person decided that it is not needed.' },
  superseded: { label: 'Superseded', mark: '⊝', tone: 'dark', meaning: 'A newer revision made it unnecessary.' },
  failed: {
    label: 'Failed',
    mark: '✕',
    tone: 'red',
    meaning: 'The destination did not act, and trying again is pointless for now.',
  },
} as const satisfies Record<string, StateFacts>

export type EventState = keyof typeof eventStates
export type OperationState = keyof typeof operationStates

export const actorKinds = ['inbox', 'worker', 'reaper', 'reconciler', 'operator'] as const
export type ActorKind = (typeof actorKinds)[number]

/**
 * What must hold of the event's operations for a transition to be made:
 * - `accounted`: each is confirmed, waived or superseded;
 * - `none_open`: none is submitted or uncertain;
 * - `some_open`: at least one is submitted or uncertain.
 */
export type Guard = 'accounted' | 'none_open' | 'some_open'

interface TransitionFacts<State extends string> {
  readonly from: readonly (State | typeof NOTHING)[]
  readonly to: State | readonly State[]
  readonly by: readonly ActorKind[]
  /** What a button says. Only transitions an operator may ask for have one. */
  readonly label?: string
  /** What will happen, said before it is done. */
  readonly consequence?: string
  readonly reasonRequired?: true
  /** A worker must hold the current fence. */
  readonly fenced?: true
  readonly raisesFence?: true
  readonly guard?: Guard
}

export const eventTransitions = {
  receive: { from: [NOTHING], to: 'received', by: ['inbox'] },
  validate: { from: ['received'], to: 'validated', by: ['inbox'] },
  reject: {
    from: ['received', 'validated', 'failed'],
    to: 'rejected',
    by: ['inbox', 'operator'],
    label: 'Reject…',
    consequence: 'The event is set aside and not processed. It can be restored.',
    reasonRequired: true,
  },
  claim: { from: ['validated'], to: 'claimed', by: ['worker'], raisesFence: true },
  release: { from: ['claimed'], to: 'validated', by: ['worker'], fenced: true, guard: 'none_open' },
  complete: { from: ['claimed'], to: 'completed', by: ['worker'], fenced: true, guard: 'accounted' },
  fail: { from: ['claimed'], to: 'failed', by: ['worker'], fenced: true, guard: 'none_open' },
  lose: { from: ['claimed'], to: 'effect_uncertain', by: ['worker', 'reaper'], fenced: true, guard: 'some_open' },
  reclaim: { from: ['claimed'], to: 'validated', by: ['reaper'], raisesFence: true, guard: 'none_open' },
  settle: { from: ['effect_uncertain'], to: 'completed', by: ['reconciler', 'operator'], guard: 'accounted' },
  resume: { from: ['effect_uncertain'], to: 'validated', by: ['reconciler', 'operator'], guard: 'none_open' },
  retry: {
    from: ['failed'],
    to: 'validated',
    by: ['operator'],
    label: 'Retry…',
    consequence: 'Failed operations run again with the same key and the same request. Confirmed ones are skipped.',
    reasonRequired: true,
  },
  replay: {
    from: ['completed'],
    to: 'validated',
    by: ['operator'],
    label: 'Replay…',
    consequence: 'The event runs again from its operations. Confirmed ones are skipped, so no effect is repeated.',
    reasonRequired: true,
  },
  restore: {
    from: ['rejected'],
    to: 'validated',
    by: ['operator'],
    label: 'Restore…',
    consequence: 'The event becomes due and a worker takes it up.',
    reasonRequired: true,
  },
} as const satisfies Record<string, TransitionFacts<EventState>>

export const operationTransitions = {
  plan: { from: [NOTHING], to: 'planned', by: ['worker'], fenced: true },
  submit: { from: ['planned'], to: 'submitted', by: ['worker'], fenced: true },
  confirm: { from: ['submitted', 'uncertain'], to: 'confirmed', by: ['worker', 'reconciler', 'operator'] },
  refuse: { from: ['submitted'], to: ['planned', 'failed'], by: ['worker'], fenced: true },
  lose: { from: ['submitted'], to: 'uncertain', by: ['worker', 'reaper'], fenced: true },
  verify_absent: { from: ['uncertain'], to: 'planned', by: ['reconciler', 'operator'] },
  /** The destination declares that the same key and body may be sent again; see docs/decisions. */
  repeat: { from: ['uncertain'], to: 'planned', by: ['reconciler'] },
  waive: {
    from: ['planned', 'uncertain', 'failed'],
    to: 'waived',
    by: ['operator'],
    reasonRequired: true,
  },
  supersede: { from: ['planned'], to: 'superseded', by: ['worker'], fenced: true },
  retry: { from: ['failed'], to: 'planned', by: ['operator'] },
} as const satisfies Record<string, TransitionFacts<OperationState>>

export type EventTransition = keyof typeof eventTransitions
export type OperationTransition = keyof typeof operationTransitions
export type Entity = 'event' | 'operation'

/** A side effect's outcome: absent while the request may be on its way, then written once. */
export const outcomes = ['confirmed', 'refused', 'not_sent', 'lost'] as const
export type Outcome = (typeof outcomes)[number]

export const dispositions = {
  accepted: { label: 'Accepted', meaning: 'First sight of this event.' },
  duplicate: { label: 'Duplicate', meaning: 'Same event, same content; nothing more was done.' },
  conflict: { label: 'Conflict', meaning: 'Same identity, different content; both are kept.' },
  late_duplicate: { label: 'Late duplicate', meaning: 'Known by its tombstone; the evidence has expired.' },
  rejected: { label: 'Rejected', meaning: 'Authentic, but not to be processed.' },
  refused: { label: 'Refused', meaning: 'Not authentic or not acceptable; no identity was reserved.' },
} as const satisfies Record<string, { label: string; meaning: string }>
export type Disposition = keyof typeof dispositions

/** Why an event that is due is not taken up. A hold is not a state: the event keeps its place in the machine. */
export const holds = {
  conflict: {
    label: 'Held: conflict',
    mark: '‖',
    tone: 'pink',
    meaning: 'Another payload came under the same identity; a person must choose.',
  },
  no_action: {
    label: 'Held: no action',
    mark: '‖',
    tone: 'pink',
    meaning: 'No action is bound to this type of event; it waits until one is.',
  },
} as const satisfies Record<string, StateFacts>
export type Hold = keyof typeof holds

export interface Rule {
  readonly entity: Entity
  readonly transition: EventTransition | OperationTransition
  readonly from: EventState | OperationState | typeof NOTHING
  readonly to: EventState | OperationState
  readonly by: ActorKind
  readonly guard: Guard | null
  readonly fenced: boolean
  readonly raisesFence: boolean
}

function rulesOf(entity: Entity, transitions: Record<string, TransitionFacts<string>>): Rule[] {
  return Object.entries(transitions).flatMap(([transition, facts]) =>
    facts.from.flatMap((from) =>
      [facts.to].flat().flatMap((to) =>
        facts.by.map(
          (by) =>
            ({
              entity,
              transition,
              from,
              to,
              by,
              guard: facts.guard ?? null,
              // The fence is the worker's proof of ownership; the reaper, the reconciler and people hold none.
              fenced: facts.fenced === true && by === 'worker',
              raisesFence: facts.raisesFence === true,
            }) as Rule,
        ),
      ),
    ),
  )
}

/** The machine as flat rows: what the database's transition_rule table holds. */
export const rules: readonly Rule[] = [
  ...rulesOf('event', eventTransitions),
  ...rulesOf('operation', operationTransitions),
]

/** The transitions of an event that an actor of this kind may ask for in this state. */
export function eventTransitionsFrom(state: EventState, by: ActorKind): EventTransition[] {
  return rules
    .filter((rule) => rule.entity === 'event' && rule.from === state && rule.by === by)
    .map((rule) => rule.transition as EventTransition)
}
