import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#lib/ledger/record-audit.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { reconcileEvent } from './reconcile-event.ts'
import { rejectEvent } from './reject-event.ts'
import { replayEvent } from './replay-event.ts'
import { restoreEvent } from './restore-event.ts'
import { retryEvent } from './retry-event.ts'
import { revealPayload } from './reveal-payload.ts'

const database = useDatabase()
const operator: Person = { userId: null, email: 'ann@example.com', role: 'operator', via: 'web' }
const reason = 'the destination is back'
let arrange: Arrange

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
})

async function failed(eventId: string): Promise<bigint> {
  const event = await arrange.claimed(eventId)
  const operationId = await arrange.begun(event)
  await arrange.conclude(event, operationId, { kind: 'refused', again: false, detail: 'answered 422' })
  await arrange.end(event, { kind: 'fail', reason: 'answered 422' })
  return event.id
}

async function completed(eventId: string): Promise<bigint> {
  const event = await arrange.claimed(eventId)
  await arrange.end(event, { kind: 'complete' })
  return event.id
}

const audits = async (objectId: bigint) =>
  (
    await database.pool.query<{ command: string; actor: string; reason: string; before: unknown; after: unknown }>(
      'SELECT command, actor, reason, before, after FROM audit_entry WHERE object_id = $1 ORDER BY id',
      [String(objectId)],
    )
  ).rows

describe('an act on an event', () => {
  test('moves it, and its audit entry says who, why, from where and to where', async () => {
    const eventId = await failed('retry-1')
    const before = await arrange.standing(eventId)
    const outcome = await retryEvent(database.pool, operator, { eventId, expectedSeq: before.seq, reason })
    expect(outcome).toMatchObject({ ok: true })
    const after = await arrange.standing(eventId)
    expect(after).toMatchObject({ state: 'validated', attempts: 0 })
    expect(after.due_in_ms).toBeLessThanOrEqual(0)
    expect(await audits(eventId)).toEqual([
      {
        command: 'retryEvent',
        actor: 'ann@example.com',
        reason,
        before: { state: 'failed', seq: before.seq, hold: null },
        after: { state: 'validated', seq: after.seq, hold: null },
      },
    ])
  })

  test('pressed twice happens once; the second press is told what changed, when and by whom', async () => {
    const eventId = await failed('double-click')
    const { seq } = await arrange.standing(eventId)
    const press = () => retryEvent(database.pool, operator, { eventId, expectedSeq: seq, reason })
    const outcomes = await Promise.all([press(), press(), press()])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    for (const outcome of outcomes.filter((one) => !one.ok)) {
      expect(outcome).toMatchObject({ code: 'changed' })
      expect(outcome.message).toMatch(
        /changed (just now|\d+ s ago) by ann@example\.com .*it is now validated\. Reload and decide again\./,
      )
    }
    expect((await arrange.transitions(eventId)).filter((transition) => transition === 'retry')).toEqual([
      'retry',
      'retry',
    ])
    expect(await audits(eventId)).toHaveLength(1)
  })

  test('decided on a stale page does nothing and leaves no audit entry', async () => {
    const eventId = await failed('stale')
    const before = await arrange.standing(eventId)
    const outcome = await retryEvent(database.pool, operator, { eventId, expectedSeq: before.seq - 1, reason })
    expect(outcome).toMatchObject({ ok: false, code: 'changed' })
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'failed', seq: before.seq })
    expect(await audits(eventId)).toEqual([])
  })

  test.each([
    ['retry', retryEvent, 'only a failed event can be retried'],
    ['restore', restoreEvent, 'only a rejected event can be restored'],
    ['reject', rejectEvent, 'only a received, validated or failed event can be rejected'],
  ] as const)('%s from a state that does not allow it is refused in words', async (verb, act, words) => {
    const eventId = await completed(`wrong-${verb}`)
    const outcome = await act(database.pool, operator, { eventId, reason })
    expect(outcome).toMatchObject({ ok: false, code: 'wrong_state' })
    expect(outcome.message).toContain(words)
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'completed' })
  })

  test.each(['', '  x ', 'ab'])('needs a reason that says something; %j does not', async (poor) => {
    const eventId = await failed(`reason-${poor.length}`)
    expect(await retryEvent(database.pool, operator, { eventId, reason: poor })).toMatchObject({
      ok: false,
      code: 'invalid',
    })
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'failed' })
  })

  test('does not happen where its audit entry cannot be written', async () => {
    const eventId = await failed('no-audit')
    const nobody = { ...operator, via: 'nowhere' } as unknown as Person
    await expect(retryEvent(database.pool, nobody, { eventId, reason })).rejects.toMatchObject({ code: '23514' })
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'failed' })
  })

  test('keeps a reason with characters that PostgreSQL cannot hold readable', async () => {
    const eventId = await failed('odd-reason')
    expect(await retryEvent(database.pool, operator, { eventId, reason: 'odd \u0000 \ud800 reason' })).toMatchObject({
      ok: true,
    })
    expect(await audits(eventId)).toMatchObject([{ reason: 'odd \uFFFD \uFFFD reason' }])
  })
})

describe('replay and restore', () => {
  test('lead a completed event and a rejected one back to validated', async () => {
    const done = await completed('replay')
    expect(await replayEvent(database.pool, operator, { eventId: done, reason })).toMatchObject({ ok: true })
    expect(await arrange.standing(done)).toMatchObject({ state: 'validated' })
    expect(await rejectEvent(database.pool, operator, { eventId: done, reason })).toMatchObject({ ok: true })
    expect(await arrange.standing(done)).toMatchObject({ state: 'rejected' })
    expect(await restoreEvent(database.pool, operator, { eventId: done, reason })).toMatchObject({ ok: true })
    expect(await arrange.standing(done)).toMatchObject({ state: 'validated' })
  })

  test('wait until an open conflict is resolved: nobody knows yet which content they would work on', async () => {
    const eventId = await completed('contested')
    await arrange.accept(arrange.arrival('contested', 'other content'))
    const outcome = await replayEvent(database.pool, operator, { eventId, reason })
    expect(outcome).toMatchObject({ ok: false, code: 'guarded' })
    expect(outcome.message).toMatch(/Resolve conflict \d+ first/)
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'completed' })
  })
})

describe('reconciling one event', () => {
  test('makes its look-up due now, sends nothing, and is audited', async () => {
    const { event } = await arrange.uncertain('look')
    expect((await arrange.standing(event.id)).due_in_ms).toBeGreaterThan(30_000)
    expect(await reconcileEvent(database.pool, operator, { eventId: event.id })).toMatchObject({ ok: true })
    const after = await arrange.standing(event.id)
    expect(after).toMatchObject({ state: 'effect_uncertain' })
    expect(after.due_in_ms).toBeLessThanOrEqual(0)
    expect(await audits(event.id)).toMatchObject([{ command: 'reconcileEvent' }])
  })

  test('is refused where nothing is uncertain', async () => {
    const eventId = await completed('sure')
    expect(await reconcileEvent(database.pool, operator, { eventId })).toMatchObject({ ok: false, code: 'wrong_state' })
  })
})

describe('revealing a payload', () => {
  test('gives the bytes as received and audits the look, without the content', async () => {
    const eventId = await completed('secret-content')
    const outcome = await revealPayload(database.pool, operator, { eventId })
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.body).toEqual(Buffer.from('first'))
    expect(outcome.headers).toEqual({ 'content-type': 'application/json' })
    expect(await audits(eventId)).toEqual([
      { command: 'revealPayload', actor: operator.email, reason: null, before: null, after: { bytes: 5 } },
    ])
  })

  test('of a conflicting delivery gives that content, and of a duplicate says where the content is', async () => {
    await completed('twice')
    const [other, same] = await arrange.accept(arrange.arrival('twice', 'another'), arrange.arrival('twice'))
    const shown = await revealPayload(database.pool, operator, { deliveryId: other?.deliveryId ?? 0n })
    expect(shown).toMatchObject({ ok: true, body: Buffer.from('another') })
    const none = await revealPayload(database.pool, operator, { deliveryId: same?.deliveryId ?? 0n })
    expect(none).toMatchObject({ ok: false, code: 'not_found' })
  })
})
