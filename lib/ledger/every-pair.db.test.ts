import { beforeAll, describe, expect, test } from 'vitest'
import { type Tx, transaction } from '#lib/db/connect.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { rejectEvent } from './act-on-event.ts'
import {
  type ActorKind,
  actorKinds,
  type EventState,
  type EventTransition,
  eventStates,
  eventTransitions,
  type OperationState,
  type OperationTransition,
  operationStates,
  operationTransitions,
  rules,
} from './machine.ts'
import { transition } from './transition.ts'

const database = useDatabase()
const eventsIn = new Map<EventState, bigint>()
const operationsIn = new Map<OperationState, { eventId: bigint; operationId: bigint }>()
let arrange: Arrange

/** Rolls back whatever `work` does, so that each pair meets the same arrangement. */
async function tried<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undo')
  let result: T | undefined
  await transaction(arrange.pool, async (tx) => {
    result = await work(tx)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return result as T
}

/** `received` passes in the moment of acceptance; here it is made to stay. */
async function receivedOnly(): Promise<bigint> {
  const { rows } = await arrange.pool.query<{ id: bigint }>(
    `WITH e AS (
       INSERT INTO event (provider, account, provider_event_id, source_id, type, identity_basis, body_digest, canonical_digest)
       VALUES ('demo', 'acct-a', 'received', $1, 't', 'documented', '', '') RETURNING id
     ), p AS (INSERT INTO processing (event_id, source_id, state, seq, state_seq) SELECT id, $1, 'received', 1, 1 FROM e
     ), l AS (INSERT INTO ledger_entry (event_id, seq, entity, transition, from_state, to_state, "by", actor, source_id, fence)
       SELECT id, 1, 'event', 'receive', 'none', 'received', 'inbox', 'inbox', $1, 0 FROM e)
     SELECT id FROM e`,
    [arrange.sourceId],
  )
  return rows[0]?.id ?? 0n
}

async function arrangeEvents() {
  eventsIn.set('received', await receivedOnly())
  eventsIn.set('claimed', (await arrange.claimed('claimed')).id)
  const completed = await arrange.claimed('completed')
  await arrange.end(completed, { kind: 'complete' })
  eventsIn.set('completed', completed.id)
  const failed = await arrange.claimed('failed')
  await arrange.end(failed, { kind: 'fail', reason: 'poison' })
  eventsIn.set('failed', failed.id)
  eventsIn.set('effect_uncertain', (await arrange.uncertain('uncertain')).event.id)
  const [rejected] = await arrange.accept(arrange.arrival('rejected', 'x', { rejectReason: 'unsupported' }))
  eventsIn.set('rejected', rejected?.eventId ?? 0n)
}

async function arrangeOperations() {
  const event = await arrange.claimed('operations')
  const put = (state: OperationState, operationId: bigint) =>
    operationsIn.set(state, { eventId: event.id, operationId })
  put('planned', await arrange.plan(event, 'planned'))
  put('submitted', await arrange.begun(event, 'submitted'))
  const confirmed = await arrange.begun(event, 'confirmed')
  await arrange.conclude(event, confirmed, { kind: 'confirmed', reference: 'R1' })
  put('confirmed', confirmed)
  const uncertain = await arrange.begun(event, 'uncertain')
  await arrange.conclude(event, uncertain, { kind: 'lost', detail: 'no answer' })
  put('uncertain', uncertain)
  const failed = await arrange.begun(event, 'failed')
  await arrange.conclude(event, failed, { kind: 'refused', again: false, detail: '422' })
  put('failed', failed)
  for (const [state, verb] of [
    ['waived', 'waive'],
    ['superseded', 'supersede'],
  ] as const) {
    const operationId = await arrange.plan(event, state)
    const mover =
      verb === 'waive'
        ? ({ by: 'operator', actor: 'o@example.com' } as const)
        : ({ by: 'worker', actor: arrange.worker, fence: event.fence } as const)
    await transaction(arrange.pool, (tx) =>
      transition(tx, {
        operations: [{ ...mover, operationId, eventId: event.id, transition: verb, reason: 'arranged' }],
      }),
    )
    put(state, operationId)
  }
}

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
  await arrangeEvents()
  await arrangeOperations()
  // Last, since arranging the others claims whatever is due.
  const [validated] = await arrange.accept(arrange.arrival('validated'))
  eventsIn.set('validated', validated?.eventId ?? 0n)
})

const listed = (entity: string, verb: string, from: string, by?: string) =>
  rules.filter(
    (rule) =>
      rule.entity === entity && rule.transition === verb && rule.from === from && (by === undefined || rule.by === by),
  )

describe('every event state × transition × kind of actor', () => {
  for (const state of Object.keys(eventStates) as EventState[]) {
    test(`${state}: code applies what the machine lists and refuses the rest`, async () => {
      const eventId = eventsIn.get(state) ?? 0n
      const { fence, state: arranged } = await arrange.standing(eventId)
      expect(arranged).toBe(state)
      for (const verb of Object.keys(eventTransitions) as EventTransition[]) {
        for (const by of actorKinds) {
          const claim = verb === 'claim' ? { worker: 'w', leaseSeconds: 30 } : {}
          const fenced = by === 'worker' && state === 'claimed' ? { fence } : {}
          const [moved] = await tried(
            async (tx) =>
              (
                await transition(tx, {
                  events: [{ eventId, transition: verb, by, actor: 'a', reason: 'why', ...claim, ...fenced }],
                })
              ).events,
          )
          const [rule] = listed('event', verb, state, by)
          const guardHolds =
            rule?.guard === 'some_open'
              ? false
              : !(rule?.guard === 'none_open' || rule?.guard === 'accounted') || state !== 'effect_uncertain'
          const expected = rule === undefined ? 'wrong_state' : guardHolds ? 'applied' : 'guarded'
          expect({ state, verb, by, outcome: moved?.outcome }).toEqual({ state, verb, by, outcome: expected })
        }
      }
    })

    test(`${state}: PostgreSQL refuses every move the machine does not list`, async () => {
      const eventId = eventsIn.get(state) ?? 0n
      for (const verb of Object.keys(eventTransitions) as EventTransition[]) {
        for (const to of Object.keys(eventStates) as EventState[]) {
          for (const by of actorKinds) {
            if (listed('event', verb, state, by).some((rule) => rule.to === to)) continue
            await expect(tried((tx) => forceEvent(tx, eventId, { verb, from: state, to, by }))).rejects.toMatchObject({
              code: expect.stringMatching(/^23/),
            })
          }
        }
      }
    })
  }
})

/** What somebody with psql would have to write: the entry and the state in one statement. */
function forceEvent(tx: Tx, eventId: bigint, move: { verb: string; from: string; to: string; by: ActorKind }) {
  return tx.query(
    `WITH l AS (
       INSERT INTO ledger_entry (event_id, seq, entity, transition, from_state, to_state, "by", actor, source_id, fence)
       SELECT event_id, seq + 1, 'event', $2, $3, $4, $5, 'psql', source_id, fence FROM processing WHERE event_id = $1)
     UPDATE processing SET state = $4, seq = seq + 1, state_seq = seq + 1,
       worker = CASE WHEN $4 = 'claimed' THEN 'w' END, lease_until = CASE WHEN $4 = 'claimed' THEN now() END
     WHERE event_id = $1`,
    [eventId, move.verb, move.from, move.to, move.by],
  )
}

describe('every operation state × transition × kind of actor', () => {
  for (const state of Object.keys(operationStates) as OperationState[]) {
    test(`${state}: code applies what the machine lists and refuses the rest`, async () => {
      const { eventId, operationId } = operationsIn.get(state) ?? { eventId: 0n, operationId: 0n }
      const { fence } = await arrange.standing(eventId)
      for (const verb of Object.keys(operationTransitions) as OperationTransition[]) {
        for (const by of actorKinds) {
          const to = listed('operation', verb, state, by)[0]?.to as OperationState | undefined
          const [moved] = await tried(async (tx) => {
            const mover = by === 'worker' ? { by, actor: 'a', fence } : { by, actor: 'a' }
            return (
              await transition(tx, {
                operations: [
                  { ...mover, eventId, operationId, transition: verb, to, reason: 'why', idempotencyKey: 'k' },
                ],
              })
            ).operations
          })
          expect({ state, verb, by, outcome: moved?.outcome }).toEqual({
            state,
            verb,
            by,
            outcome: to === undefined ? 'wrong_state' : 'applied',
          })
        }
      }
    })

    test(`${state}: PostgreSQL refuses every move the machine does not list`, async () => {
      const { eventId, operationId } = operationsIn.get(state) ?? { eventId: 0n, operationId: 0n }
      for (const verb of Object.keys(operationTransitions) as OperationTransition[]) {
        for (const to of Object.keys(operationStates) as OperationState[]) {
          for (const by of actorKinds) {
            if (listed('operation', verb, state, by).some((rule) => rule.to === to)) continue
            await expect(
              tried((tx) =>
                tx.query(
                  `WITH l AS (
                     INSERT INTO ledger_entry (event_id, seq, entity, operation_id, transition, from_state, to_state, "by", actor, source_id, fence)
                     SELECT event_id, seq + 1, 'operation', $6, $2, $3, $4, $5, 'psql', source_id, fence FROM processing WHERE event_id = $1
                   ), p AS (UPDATE processing SET seq = seq + 1 WHERE event_id = $1)
                   UPDATE operation SET state = $4, seq = (SELECT seq + 1 FROM processing WHERE event_id = $1) WHERE id = $6`,
                  [eventId, verb, state, to, by, operationId],
                ),
              ),
            ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
          }
        }
      }
    })
  }
})

describe('PostgreSQL on its own', () => {
  const refused: Record<string, string> = {
    'UPDATE of the ledger': `UPDATE ledger_entry SET reason = 'other'`,
    'DELETE from the ledger': 'DELETE FROM ledger_entry',
    'TRUNCATE of the ledger': 'TRUNCATE ledger_entry',
    'UPDATE of an event': `UPDATE event SET type = 'other'`,
    'DELETE of an event': 'DELETE FROM event',
    'UPDATE of a payload': `UPDATE payload SET body = ''`,
    'UPDATE of a delivery': `UPDATE delivery SET disposition = 'accepted'`,
    'a state without its ledger entry': `UPDATE processing SET state = 'completed' WHERE state = 'validated'`,
    'a claimed event without its lease': `UPDATE processing SET worker = NULL, lease_until = NULL WHERE state = 'claimed'`,
    'a lease on an event nobody claimed': `UPDATE processing SET worker = 'w', lease_until = now() WHERE state = 'validated'`,
    'a fence moved without a claim': 'UPDATE processing SET fence = fence + 1',
    'an outcome written twice': `UPDATE side_effect SET outcome = 'refused' WHERE outcome = 'confirmed'`,
    'an intent changed afterwards': `UPDATE side_effect SET idempotency_key = 'other'`,
    'a frozen request changed': `UPDATE operation_request SET body = 'other'`,
    'an operation under another key': `UPDATE operation SET key = key || 'x'`,
  }
  for (const [what, statement] of Object.entries(refused)) {
    test(`refuses ${what}`, async () => {
      await expect(tried((tx) => tx.query(statement))).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
    })
  }

  test('keeps the fence where a rejection moves the state', async () => {
    const eventId = eventsIn.get('failed') ?? 0n
    const before = await arrange.standing(eventId)
    const outcome = await tried((tx) => rejectEvent(tx, { eventId, actor: 'o@example.com', reason: 'not wanted' }))
    expect(outcome).toBe('applied')
    expect((await arrange.standing(eventId)).fence).toBe(before.fence)
  })
})
