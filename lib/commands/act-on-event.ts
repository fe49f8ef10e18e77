import { z } from 'zod'
import type { Pool, Tx } from '#lib/db/connect.ts'
import type { ActOnEvent } from '#lib/ledger/act-on-event.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import type { MoveOutcome } from '#lib/ledger/transition.ts'
import { carryOut } from './carry-out.ts'
import { type EventVerb, explainMove, labelOf } from './explain-move.ts'
import { identity, reason, seq } from './input-fields.ts'
import { type CommandFailure, type CommandOutcome, failure } from './outcome.ts'
import type { Command } from './permissions.ts'
import { auditOf, lockAndReadStanding, readStanding, type Standing } from './read-standing.ts'

const schema = z.object({ eventId: identity, expectedSeq: seq.optional(), reason })

/** A person's act on one event. `expectedSeq`: the event's seq on the page; without it the act goes by state alone. */
export type EventActInput = z.input<typeof schema>

interface EventAct {
  readonly command: Command
  readonly verb: EventVerb
  readonly apply: (tx: Tx, request: ActOnEvent) => Promise<MoveOutcome>
  readonly done: string
}

/** What the four acts on one event share. */
export function actOnEvent(
  pool: Pool,
  person: Person,
  input: EventActInput,
  { command, verb, apply, done }: EventAct,
): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command,
    objectType: 'event',
    schema,
    input,
    objectOf: ({ eventId }) => String(eventId),
    notifies: 'ledger_due',
    act: async (tx, request) => {
      const before = await lockAndReadStanding(tx, request.eventId)
      const undecided = before?.conflicts ?? []
      if (undecided.length > 0 && beginsAnew.has(verb)) return undecidedContent(undecided)
      const outcome = await apply(tx, { ...request, actor: person.email })
      if (outcome !== 'applied') return explainMove(outcome, { eventId: request.eventId, verb }, before)
      const after = await readStanding(tx, request.eventId)
      return {
        ok: true,
        message: `${done}${heldNote(after)}`,
        result: {},
        audit: {
          objectId: String(request.eventId),
          reason: request.reason,
          before: auditOf(before),
          after: auditOf(after),
        },
      }
    },
  })
}

/** From a state in which a conflict does not hold the event. */
const beginsAnew: ReadonlySet<EventVerb> = new Set(['replay', 'restore'])

function undecidedContent(conflicts: readonly string[]): CommandFailure {
  return failure(
    'guarded',
    `Nothing was done: other content came under the same identity, and nobody has decided which one stands. Resolve conflict ${conflicts.join(', ')} first.`,
  )
}

function heldNote(after: Standing | undefined): string {
  if (after === undefined || after.hold === null || after.state === 'rejected') return ''
  const cause = after.hold === 'conflict' ? 'its conflict is resolved' : 'an action is bound to its type'
  return ` It is ${labelOf(after.state)} but held: no worker takes it up until ${cause}.`
}
