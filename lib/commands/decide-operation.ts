import { z } from 'zod'
import { type Pool, run, type Statement, type Tx } from '#lib/db/connect.ts'
import { decideOperation as decide } from '#lib/ledger/decide-operation.ts'
import { type OperationState, operationStates } from '#lib/ledger/machine.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import type { MoveOutcome } from '#lib/ledger/transition.ts'
import { carryOut } from './carry-out.ts'
import { ago, labelOf } from './explain-move.ts'
import { identity, reason, seq, text } from './input-fields.ts'
import { type CommandFailure, type CommandOutcome, failure } from './outcome.ts'
import { lockAndReadStanding, readStanding, type Standing } from './read-standing.ts'

const schema = z
  .object({
    eventId: identity,
    operationId: identity,
    /** The operation's seq the person saw. */
    expectedSeq: seq,
    decision: z.enum(['happened', 'did_not_happen', 'waive']),
    /** The destination's own name for what was made. */
    reference: text(500).optional(),
    reason,
  })
  .refine((input) => input.decision !== 'happened' || input.reference !== undefined, {
    path: ['reference'],
    message: 'must name what was made at the destination, as proof that it happened',
  })

interface OperationStanding {
  readonly state: OperationState
  readonly seq: number
  readonly action: string
  readonly lastActor: string
  readonly secondsAgo: number
}

const readOperation: Statement = {
  name: 'read_operation_standing',
  text: `
SELECT o.state, o.seq, o.action, l.actor AS "lastActor", extract(epoch FROM clock_timestamp() - l.at)::float8 AS "secondsAgo"
FROM operation o JOIN ledger_entry l ON l.event_id = o.event_id AND l.seq = o.seq
WHERE o.id = $1 AND o.event_id = $2`,
}

/**
 * A person's accountable decision about one operation whose outcome cannot be established otherwise. Compared with
 * the operation's seq that the person saw.
 */
export function decideOperation(pool: Pool, person: Person, input: z.input<typeof schema>): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'decideOperation',
    objectType: 'operation',
    schema,
    input,
    objectOf: ({ operationId }) => String(operationId),
    notifies: 'ledger_due',
    act: async (tx, decision) => {
      const { eventId, operationId, reason, reference } = decision
      const event = await lockAndReadStanding(tx, eventId)
      const before = await standingOf(tx, operationId, eventId)
      if (event === undefined || before === undefined) {
        return failure(
          'not_found',
          `Nothing was done: event ${eventId} has no operation ${operationId}. Reload the page.`,
        )
      }
      const outcome = await decide(tx, { ...decision, actor: person.email })
      if (outcome !== 'applied') return explain(outcome, before)
      const after = await standingOf(tx, operationId, eventId)
      const eventAfter = await readStanding(tx, eventId)
      return {
        ok: true,
        message: messageOf(before, after, eventAfter),
        result: {},
        audit: {
          objectId: String(operationId),
          reason,
          before: { ...auditOf(before), event: event.state },
          after: { ...auditOf(after), event: eventAfter?.state, decision: decision.decision, reference },
        },
      }
    },
  })
}

async function standingOf(tx: Tx, operationId: bigint, eventId: bigint): Promise<OperationStanding | undefined> {
  const [row] = await run<OperationStanding>(tx, readOperation, [operationId, eventId])
  return row
}

function auditOf(standing: OperationStanding | undefined) {
  return { state: standing?.state, seq: standing?.seq }
}

function stateOf(standing: OperationStanding | undefined): string {
  return standing === undefined ? 'gone' : operationStates[standing.state].label.toLowerCase()
}

function messageOf(before: OperationStanding, after: OperationStanding | undefined, event: Standing | undefined) {
  const eventNow = event === undefined ? '' : ` The event is ${labelOf(event.state)}.`
  return `The decision stands in the ledger: operation ${before.action} is ${stateOf(after)}.${eventNow}`
}

function explain(outcome: Exclude<MoveOutcome, 'applied'>, before: OperationStanding): CommandFailure {
  const now = `Operation ${before.action} changed ${ago(before.secondsAgo)} by ${before.lastActor}: it is now ${stateOf(before)}.`
  if (outcome === 'wrong_state') {
    return failure('wrong_state', `Nothing was done: this decision is not possible from there. ${now}`)
  }
  return failure('changed', `Nothing was done. ${now} Reload and decide again.`)
}
