import { beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#lib/db/connect.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { beginOperations } from './begin-operations.ts'
import { planOperations } from './plan-operations.ts'
import { reapExpired } from './reap-expired.ts'
import { renewClaims } from './renew-claims.ts'

const database = useDatabase()
let arrange: Arrange

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
})

/** Lets a lease run out by the database's clock, as if time had passed. */
const expire = (eventId: bigint) =>
  database.pool.query(`UPDATE processing SET lease_until = clock_timestamp() - interval '1 ms' WHERE event_id = $1`, [
    eventId,
  ])

const reap = () =>
  transaction(database.pool, (tx) => reapExpired(tx, { actor: 'reaper', limit: 100, firstLookDelayMs: 5_000 }))

const findings = async (eventId: bigint) =>
  (
    await database.pool.query<{ kind: string; verdict: string; reference: string | null; attempt: number }>(
      'SELECT kind, verdict, reference, attempt FROM reconciliation_finding WHERE event_id = $1 ORDER BY id',
      [eventId],
    )
  ).rows

describe('a claim', () => {
  test('is given to one worker only, however many ask at once', async () => {
    await arrange.accept(...Array.from({ length: 30 }, (_, index) => arrange.arrival(`race-${index}`)))
    const claims = await Promise.all(Array.from({ length: 5 }, (_, index) => arrange.claim(20, 60, `worker-${index}`)))
    const ids = claims.flat().map((event) => event.id)
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })

  test('can be renewed while it runs, and never once it has run out', async () => {
    const event = await arrange.claimed('renewal')
    const held = [{ eventId: event.id, fence: event.fence }]
    const renew = () => transaction(database.pool, (tx) => renewClaims(tx, held, 60))
    expect(await renew()).toEqual(new Set([event.id]))
    await expire(event.id)
    expect(await renew()).toEqual(new Set())
  })

  test('cannot be renewed under another fence', async () => {
    const event = await arrange.claimed('other-fence')
    const renewed = await transaction(database.pool, (tx) =>
      renewClaims(tx, [{ eventId: event.id, fence: event.fence + 1 }], 60),
    )
    expect(renewed).toEqual(new Set())
  })
})

describe('a lease that ran out before anything was sent', () => {
  test('is taken back: the event is due again under a higher fence and no effect is in doubt', async () => {
    const event = await arrange.claimed('before-intent')
    await arrange.plan(event)
    await expire(event.id)
    expect(await reap()).toMatchObject({ lost: 0 })
    expect(await arrange.standing(event.id)).toMatchObject({ state: 'validated', fence: event.fence + 1 })
    expect(await arrange.transitions(event.id)).toEqual(['receive', 'validate', 'claim', 'plan', 'reclaim'])
  })
})

describe('a lease that ran out after an intent', () => {
  test('leaves the effect uncertain and never due again by itself', async () => {
    const event = await arrange.claimed('after-intent')
    const operationId = await arrange.begun(event)
    await expire(event.id)
    expect(await reap()).toMatchObject({ lost: 1 })
    expect(await arrange.standing(event.id)).toMatchObject({ state: 'effect_uncertain' })
    const { rows } = await database.pool.query('SELECT outcome FROM side_effect WHERE operation_id = $1', [operationId])
    expect(rows).toEqual([{ outcome: 'lost' }])
    expect((await arrange.claim()).map((one) => one.id)).not.toContain(event.id)
  })

  test('makes an operation known to be uncertain already lose its event too', async () => {
    const event = await arrange.claimed('lost-then-crashed')
    const operationId = await arrange.begun(event)
    await arrange.conclude(event, operationId, { kind: 'lost', detail: 'reset' })
    await expire(event.id)
    await reap()
    expect((await arrange.standing(event.id)).state).toBe('effect_uncertain')
  })
})

describe('a worker that comes back late', () => {
  test('changes no state, and its answer is kept as evidence that prompts a look-up', async () => {
    const event = await arrange.claimed('late')
    const operationId = await arrange.begun(event)
    await expire(event.id)
    await reap()
    const before = await arrange.standing(event.id)
    expect(before.due_in_ms).toBeGreaterThan(1_000)

    const moved = await arrange.conclude(event, operationId, { kind: 'confirmed', reference: 'R70', httpStatus: 201 })
    expect(moved?.outcome).not.toBe('applied')
    const after = await arrange.standing(event.id)
    expect(after).toMatchObject({ state: before.state, seq: before.seq, fence: before.fence })
    expect(after.due_in_ms).toBeLessThanOrEqual(0)
    expect(await findings(event.id)).toEqual([{ kind: 'late_answer', verdict: 'found', reference: 'R70', attempt: 1 }])
  })

  test('can neither plan, begin nor end anything, even before the reaper has come', async () => {
    const event = await arrange.claimed('late-begin')
    const operationId = await arrange.plan(event)
    await expire(event.id)
    const begin = { eventId: event.id, operationId, fence: event.fence, idempotencyKey: 'k' }
    const [begun] = await transaction(database.pool, (tx) => beginOperations(tx, [begin], arrange.worker))
    expect(begun?.outcome).toBe('stale_fence')
    const plan = {
      eventId: event.id,
      fence: event.fence,
      action: 'other',
      version: 1,
      destinationId: arrange.destinationId,
      key: 'other',
      request: null,
    }
    expect(await transaction(database.pool, (tx) => planOperations(tx, [plan], arrange.worker))).toEqual([null])
    for (const ending of [
      { kind: 'complete' },
      { kind: 'fail', reason: 'x' },
      { kind: 'release', reason: 'x', delayMs: 0 },
    ] as const) {
      expect((await arrange.end(event, ending))?.outcome).toBe('stale_fence')
    }
    expect(await arrange.transitions(event.id)).toEqual(['receive', 'validate', 'claim', 'plan'])
  })

  test('finds the fence raised after the event was claimed again', async () => {
    const first = await arrange.claimed('two-owners')
    await expire(first.id)
    await reap()
    const second = (await arrange.claim()).find((one) => one.id === first.id)
    expect(second?.fence).toBe(first.fence + 2)
    expect((await arrange.end(first, { kind: 'complete' }))?.outcome).toBe('stale_fence')
    expect((await arrange.standing(first.id)).state).toBe('claimed')
  })
})

describe('an event', () => {
  test('is not completed while an operation is open, nor released while one may have acted', async () => {
    const event = await arrange.claimed('guarded')
    const operationId = await arrange.begun(event)
    for (const ending of [
      { kind: 'complete' },
      { kind: 'fail', reason: 'x' },
      { kind: 'release', reason: 'x', delayMs: 0 },
    ] as const) {
      expect((await arrange.end(event, ending))?.outcome).toBe('guarded')
    }
    await arrange.conclude(event, operationId, { kind: 'confirmed', reference: 'R1' })
    expect((await arrange.end(event, { kind: 'complete' }))?.outcome).toBe('applied')
  })

  test('sends the same frozen request at every attempt', async () => {
    const event = await arrange.claimed('frozen')
    const operationId = await arrange.begun(event)
    await arrange.conclude(event, operationId, { kind: 'not_sent', again: true, detail: 'connection refused' })
    const begin = { eventId: event.id, operationId, fence: event.fence, idempotencyKey: `key-${operationId}` }
    await transaction(database.pool, (tx) => beginOperations(tx, [begin], arrange.worker))
    const { rows } = await database.pool.query<{ keys: bigint; digests: bigint; attempts: bigint }>(
      'SELECT count(DISTINCT idempotency_key) AS keys, count(DISTINCT request_digest) AS digests, count(*) AS attempts FROM side_effect WHERE operation_id = $1',
      [operationId],
    )
    expect(rows[0]).toEqual({ keys: 1n, digests: 1n, attempts: 2n })
  })
})
