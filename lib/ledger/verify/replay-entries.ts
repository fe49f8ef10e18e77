import { type Guard, NOTHING, type Rule, rules } from '../machine.ts'

/** One ledger entry, as stored. */
export interface Entry {
  readonly event_id: bigint
  readonly seq: number
  readonly entity: string
  readonly operation_id: bigint | null
  readonly transition: string
  readonly from_state: string
  readonly to_state: string
  readonly by: string
  readonly source_id: number
  readonly fence: number
  readonly attempt: number | null
}

export interface ReplayedOperation {
  state: string
  seq: number
  attempts: number
  /** Of each attempt: the fence it was submitted under and what ended it (`null` while it is open). */
  readonly submits: Map<number, { fence: number; endedBy: { transition: string; by: string } | null }>
}

/** What an event's entries amount to when they are replayed from nothing. */
export interface Replayed {
  state: string
  seq: number
  stateSeq: number
  fence: number
  sourceId: number | null
  /** Claims since people or a conclusion certainly reset them: no more attempts can be counted. */
  attemptsMost: number
  /** Claims since the last release too, which resets them where the event was parked: no fewer can be. */
  attemptsLeast: number
  readonly operations: Map<bigint, ReplayedOperation>
  /** What the machine would not have allowed. */
  readonly faults: string[]
}

const ruleKey = (entity: string, transition: string, from: string, to: string, by: string) =>
  `${entity} ${transition} ${from} ${to} ${by}`
const listed = new Map<string, Rule>(
  rules.map((rule) => [ruleKey(rule.entity, rule.transition, rule.from, rule.to, rule.by), rule]),
)
const accounted = new Set(['confirmed', 'waived', 'superseded'])
const open = new Set(['submitted', 'uncertain'])

/** Replays one event's entries, in the order of their seq. Depends on the machine alone, not on any other row. */
export function replayEntries(entries: readonly Entry[]): Replayed {
  const replayed: Replayed = {
    state: NOTHING,
    seq: 0,
    stateSeq: 0,
    fence: 0,
    sourceId: entries[0]?.source_id ?? null,
    attemptsMost: 0,
    attemptsLeast: 0,
    operations: new Map(),
    faults: [],
  }
  for (const entry of entries) {
    const fault = (what: string) =>
      replayed.faults.push(`entry ${entry.seq} (${entry.entity} ${entry.transition}): ${what}`)
    if (entry.seq !== replayed.seq + 1) fault(`follows entry ${replayed.seq}`)
    if (entry.source_id !== replayed.sourceId)
      fault(`names source ${entry.source_id}, the first one ${replayed.sourceId}`)
    const rule = listed.get(ruleKey(entry.entity, entry.transition, entry.from_state, entry.to_state, entry.by))
    if (rule === undefined) fault(`the machine does not list ${entry.from_state} → ${entry.to_state} by ${entry.by}`)
    if (entry.entity === 'event') replayEventEntry(replayed, entry, rule, fault)
    else replayOperationEntry(replayed, entry, rule, fault)
    replayed.seq = entry.seq
  }
  return replayed
}

type Fault = (what: string) => void

function replayEventEntry(replayed: Replayed, entry: Entry, rule: Rule | undefined, fault: Fault): void {
  if (entry.from_state !== replayed.state) fault(`leaves ${entry.from_state}, but the event was ${replayed.state}`)
  const fence = replayed.fence + (rule?.raisesFence ? 1 : 0)
  if (entry.fence !== fence) fault(`stands under fence ${entry.fence}, not ${fence}`)
  if (rule?.guard && !holds(rule.guard, replayed)) fault(`was made although its guard (${rule.guard}) did not hold`)
  countAttempts(replayed, entry)
  replayed.state = entry.to_state
  replayed.stateSeq = entry.seq
  replayed.fence = entry.fence
}

function replayOperationEntry(replayed: Replayed, entry: Entry, rule: Rule | undefined, fault: Fault): void {
  if (entry.operation_id === null) {
    fault('names no operation')
    return
  }
  const operation = replayed.operations.get(entry.operation_id) ?? {
    state: NOTHING,
    seq: 0,
    attempts: 0,
    submits: new Map(),
  }
  if (entry.from_state !== operation.state)
    fault(`leaves ${entry.from_state}, but operation ${entry.operation_id} was ${operation.state}`)
  if (entry.fence !== replayed.fence) fault(`stands under fence ${entry.fence}, not ${replayed.fence}`)
  if (rule?.fenced && replayed.state !== 'claimed') fault(`was made by a worker while the event was ${replayed.state}`)
  if (entry.transition === 'submit') {
    operation.attempts += 1
    operation.submits.set(operation.attempts, { fence: entry.fence, endedBy: null })
  } else {
    const submit = operation.submits.get(operation.attempts)
    if (submit?.endedBy === null) submit.endedBy = { transition: entry.transition, by: entry.by }
  }
  if ((entry.attempt ?? 0) !== operation.attempts)
    fault(`names attempt ${entry.attempt ?? 0}, not ${operation.attempts}`)
  operation.state = entry.to_state
  operation.seq = entry.seq
  replayed.operations.set(entry.operation_id, operation)
}

function holds(guard: Guard, replayed: Replayed): boolean {
  const states = [...replayed.operations.values()].map((operation) => operation.state)
  if (guard === 'accounted') return states.every((state) => accounted.has(state))
  const someOpen = states.some((state) => open.has(state))
  return guard === 'some_open' ? someOpen : !someOpen
}

function countAttempts(replayed: Replayed, entry: Entry): void {
  if (entry.transition === 'claim') {
    replayed.attemptsMost += 1
    replayed.attemptsLeast += 1
  } else if (entry.by === 'operator') {
    // Whatever a person does with an event begins its attempts anew; see act-on-event.ts and settle-or-resume.ts.
    replayed.attemptsMost = 0
    replayed.attemptsLeast = 0
  } else if (entry.transition === 'release') {
    replayed.attemptsLeast = 0
  }
}

/** Whether an operation in this state needs nothing more. */
export function isAccounted(state: string): boolean {
  return accounted.has(state)
}
