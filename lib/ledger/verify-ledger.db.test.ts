import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { transaction } from '#lib/db/connect.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { rejectEvent, replayEvent, restoreEvent, retryEvent } from './act-on-event.ts'
import { decideOperation } from './decide-operation.ts'
import { reapExpired } from './reap-expired.ts'
import { resolveConflict } from './resolve-conflict.ts'
import { verifyLedger } from './verify-ledger.ts'

const database = useDatabase()
const person = { actor: 'ann@example.com', reason: 'a good reason' }
let arrange: Arrange
let saboteur: pg.Client

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
  const address = new URL(inject('superuserUrl'))
  address.pathname = new URL(database.url).pathname
  saboteur = new pg.Client({ connectionString: address.href })
  await saboteur.connect()
  // Triggers and foreign keys do not fire in this session: what they would refuse can be planted.
  await saboteur.query('SET session_replication_role = replica')
})
afterAll(() => saboteur.end())

const within = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(database.pool, work)

async function completed(eventId: string): Promise<{ eventId: bigint; operationId: bigint }> {
  const event = await arrange.claimed(eventId)
  const operationId = await arrange.begun(event)
  await arrange.conclude(event, operationId, { kind: 'confirmed', reference: 'R1' })
  await arrange.end(event, { kind: 'complete' })
  return { eventId: event.id, operationId }
}

async function failed(eventId: string): Promise<bigint> {
  const event = await arrange.claimed(eventId)
  const operationId = await arrange.begun(event)
  await arrange.conclude(event, operationId, { kind: 'refused', again: false, detail: 'answered 422' })
  await arrange.end(event, { kind: 'fail', reason: 'answered 422' })
  return event.id
}

async function vanished(eventId: string, after: 'claim' | 'intent'): Promise<bigint> {
  const event = await arrange.claimed(eventId)
  if (after === 'intent') await arrange.begun(event)
  await database.pool.query(
    `UPDATE processing SET lease_until = clock_timestamp() - interval '1 ms' WHERE event_id = $1`,
    [event.id],
  )
  await within((tx) => reapExpired(tx, { actor: 'reaper', limit: 10, firstLookDelayMs: 1000 }))
  return event.id
}

async function contested(eventId: string): Promise<{ eventId: bigint; conflictId: bigint }> {
  const [accepted] = await arrange.accept(arrange.arrival(eventId))
  await arrange.accept(arrange.arrival(eventId, 'other content'))
  const { rows } = await database.pool.query<{ id: bigint }>('SELECT id FROM payload_conflict WHERE event_id = $1', [
    accepted?.eventId,
  ])
  return { eventId: accepted?.eventId ?? 0n, conflictId: rows[0]?.id ?? 0n }
}

const seqOf = async (operationId: bigint) =>
  (await database.pool.query<{ seq: number }>('SELECT seq FROM operation WHERE id = $1', [operationId])).rows[0]?.seq ??
  0

describe('a ledger that the product wrote', () => {
  test('is clean after every path there is, in batches of any size', async () => {
    const done = await completed('completed')
    await within((tx) => replayEvent(tx, { ...person, eventId: done.eventId }))
    const again = (await arrange.claim()).find((event) => event.id === done.eventId)
    if (again === undefined) throw new Error('the replayed event was not due')
    await arrange.end(again, { kind: 'complete' })
    const retried = await failed('retried')
    await within((tx) => retryEvent(tx, { ...person, eventId: retried }))
    await within((tx) => rejectEvent(tx, { ...person, eventId: retried }))
    await within((tx) => restoreEvent(tx, { ...person, eventId: retried }))
    await failed('failed')
    await vanished('reclaimed', 'claim')
    await vanished('lost', 'intent')
    await arrange.uncertain('uncertain')
    for (const decision of ['happened', 'did_not_happen', 'waive'] as const) {
      const { event, operationId } = await arrange.uncertain(`decided-${decision}`)
      const expectedSeq = await seqOf(operationId)
      await within((tx) =>
        decideOperation(tx, { ...person, eventId: event.id, operationId, expectedSeq, decision, reference: 'R9' }),
      )
    }
    const parked = await arrange.claimed('parked')
    await arrange.end(parked, { kind: 'release', reason: 'no action', delayMs: 0, hold: 'no_action' })
    await contested('open conflict')
    for (const resolution of ['keep', 'adopt', 'reject'] as const) {
      const { conflictId } = await contested(`conflict-${resolution}`)
      await within((tx) => resolveConflict(tx, { ...person, conflictId, resolution }))
    }
    await arrange.accept(
      arrange.arrival('rejected', 'first', { rejectReason: 'unsupported type' }),
      arrange.arrival('completed'),
    )
    await arrange.begun(await arrange.claimed('in flight'))

    const verified = await verifyLedger(database.pool)
    expect(verified.mismatches).toEqual([])
    const { rows } = await database.pool.query<{ events: number; entries: number }>(
      'SELECT (SELECT count(*)::int FROM event) AS events, (SELECT count(*)::int FROM ledger_entry) AS entries',
    )
    expect(verified.counts).toMatchObject({ events: rows[0]?.events, ledgerEntries: rows[0]?.entries })
    expect(await verifyLedger(database.pool, { batchSize: 3 })).toEqual(verified)
  })
})

interface Planted {
  readonly eventId: bigint
  readonly operationId?: bigint
}

/** What is planted, the kind of mismatch it must be found as, and what it is planted into. */
const corruptions: readonly [string, string, string, () => Promise<Planted>][] = [
  [
    'a state nobody moved',
    'event_state',
    `UPDATE processing SET state = 'completed' WHERE event_id = :event`,
    async () => ({ eventId: await failed('c1') }),
  ],
  [
    'a fence that rose by itself',
    'event_state',
    'UPDATE processing SET fence = fence + 1 WHERE event_id = :event',
    () => completed('c2'),
  ],
  [
    'a seq ahead of the ledger',
    'event_state',
    'UPDATE processing SET seq = seq + 1 WHERE event_id = :event',
    () => completed('c3'),
  ],
  [
    'attempts nobody made',
    'event_state',
    'UPDATE processing SET attempts = 9 WHERE event_id = :event',
    () => completed('c4'),
  ],
  [
    'attempts that were forgotten',
    'event_state',
    'UPDATE processing SET attempts = 0 WHERE event_id = :event',
    () => completed('c5'),
  ],
  [
    'an operation state nobody moved',
    'operation_state',
    `UPDATE operation SET state = 'waived' WHERE event_id = :event AND id = :operation`,
    () => completed('c6'),
  ],
  [
    'operation attempts nobody made',
    'operation_state',
    'UPDATE operation SET attempts = 2 WHERE event_id = :event AND id = :operation',
    () => completed('c7'),
  ],
  [
    'an entry that is gone from the middle',
    'chain',
    'DELETE FROM ledger_entry WHERE event_id = :event AND seq = 3',
    () => completed('c8'),
  ],
  [
    'an entry that is gone from the end',
    'event_state',
    'DELETE FROM ledger_entry WHERE event_id = :event AND seq = (SELECT max(seq) FROM ledger_entry WHERE event_id = :event)',
    () => completed('c9'),
  ],
  [
    'a transition the machine does not list',
    'chain',
    `UPDATE ledger_entry SET "by" = 'operator' WHERE event_id = :event AND transition = 'claim'`,
    () => completed('c10'),
  ],
  [
    'an entry under another fence',
    'chain',
    `UPDATE ledger_entry SET fence = 0 WHERE event_id = :event AND transition = 'complete'`,
    () => completed('c11'),
  ],
  [
    'a completion whose guard did not hold',
    'guard',
    `UPDATE operation SET state = 'planned' WHERE event_id = :event AND id = :operation`,
    () => completed('c12'),
  ],
  [
    'an event without processing',
    'missing_processing',
    'DELETE FROM processing WHERE event_id = :event',
    () => completed('c13'),
  ],
  ['entries without an event', 'missing_event', 'DELETE FROM event WHERE id = :event', () => completed('c14')],
  [
    'entries of an operation that is gone',
    'missing_operation',
    'DELETE FROM operation WHERE event_id = :event AND id = :operation',
    () => completed('c15'),
  ],
  [
    'an operation the ledger does not know',
    'operation_state',
    `INSERT INTO operation (event_id, action, version, key, state, seq) VALUES (:event, 'planted', 1, 'planted:operation', 'planned', 1)`,
    () => completed('c16'),
  ],
  [
    'an event that no delivery brought',
    'missing_delivery',
    'DELETE FROM delivery WHERE event_id = :event',
    () => completed('c17'),
  ],
  [
    'an identity accepted twice',
    'missing_delivery',
    `INSERT INTO delivery (event_id, disposition, http_status, body_bytes) SELECT :event, 'accepted', 200, 1`,
    () => completed('c18'),
  ],
  ['a payload that is gone', 'missing_payload', 'DELETE FROM payload WHERE event_id = :event', () => completed('c19')],
  [
    'original content that was changed',
    'payload_changed',
    `UPDATE payload SET body = 'forged' WHERE event_id = :event`,
    () => completed('c20'),
  ],
  [
    'an intent that is gone',
    'side_effect',
    'DELETE FROM side_effect WHERE event_id = :event AND operation_id = :operation',
    () => completed('c21'),
  ],
  [
    'an intent the ledger does not know',
    'side_effect',
    `INSERT INTO side_effect (operation_id, attempt, event_id, fence, worker, idempotency_key, request_digest) SELECT :operation, 2, :event, 1, 'w', 'k', digest FROM operation_request WHERE operation_id = :operation`,
    () => completed('c22'),
  ],
  [
    'an outcome that was turned round',
    'side_effect',
    `UPDATE side_effect SET outcome = 'lost' WHERE event_id = :event AND operation_id = :operation`,
    () => completed('c23'),
  ],
  [
    'an outcome that was erased',
    'side_effect',
    'UPDATE side_effect SET outcome = NULL, outcome_at = NULL WHERE event_id = :event AND operation_id = :operation',
    () => completed('c24'),
  ],
  [
    'a request that was not the frozen one',
    'request',
    `UPDATE side_effect SET request_digest = 'other' WHERE event_id = :event AND operation_id = :operation`,
    () => completed('c25'),
  ],
  [
    'a frozen request that is gone',
    'request',
    'DELETE FROM operation_request WHERE operation_id = :operation',
    () => completed('c26'),
  ],
  [
    'an open conflict that holds nothing',
    'conflict_hold',
    'UPDATE processing SET hold = NULL WHERE event_id = :event',
    () => contested('c27'),
  ],
  [
    'a hold without a conflict',
    'conflict_hold',
    `UPDATE processing SET hold = 'conflict' WHERE event_id = :event`,
    async () => ({ eventId: await failed('c28') }),
  ],
]

describe('planted corruption is found', () => {
  test.each(corruptions)('%s', async (_, kind, sabotage, arrangeEvent) => {
    const { eventId, operationId } = await arrangeEvent()
    const before = await verifyLedger(database.pool)
    expect(before.mismatches.filter((mismatch) => mismatch.eventId === eventId)).toEqual([])
    const planted = sabotage.replaceAll(':event', String(eventId)).replaceAll(':operation', String(operationId))
    const { rowCount } = await saboteur.query(planted)
    expect(rowCount).toBeGreaterThan(0)

    const after = await verifyLedger(database.pool)
    const found = after.mismatches.filter((mismatch) => mismatch.eventId === eventId)
    expect(found.map((mismatch) => mismatch.kind)).toContain(kind)
    expect(after.mismatchCount).toBe(before.mismatchCount + found.length)
  })
})
