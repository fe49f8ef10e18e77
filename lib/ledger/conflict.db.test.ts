import { beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#lib/db/connect.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { replayEvent } from './act-on-event.ts'
import { beginOperations } from './begin-operations.ts'
import { type Resolution, resolveConflict } from './resolve-conflict.ts'

const database = useDatabase()
let arrange: Arrange

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
})

/** One event, and the id of the conflict another payload opened. */
async function conflicting(eventId: string, content = 'second'): Promise<{ id: bigint; conflictId: bigint }> {
  const [first] = await arrange.accept(arrange.arrival(eventId))
  const [second] = await arrange.accept(arrange.arrival(eventId, content))
  expect(second?.disposition).toBe('conflict')
  const id = first?.eventId ?? 0n
  const { rows } = await database.pool.query<{ id: bigint }>('SELECT id FROM payload_conflict WHERE event_id = $1', [
    id,
  ])
  return { id, conflictId: rows[0]?.id ?? 0n }
}

const resolve = (conflictId: bigint, resolution: Resolution) =>
  transaction(database.pool, (tx) =>
    resolveConflict(tx, { conflictId, resolution, reason: 'asked the provider', actor: 'o@example.com' }),
  )

const bodyOf = async (where: string, id: bigint) =>
  (
    await database.pool.query<{ body: Buffer }>(`SELECT body FROM payload WHERE ${where} = $1`, [id])
  ).rows[0]?.body.toString()

describe('a conflict', () => {
  test('keeps both payloads and holds the event: no worker takes it', async () => {
    const { id } = await conflicting('held')
    expect(await bodyOf('event_id', id)).toBe('first')
    expect((await arrange.standing(id)).hold).toBe('conflict')
    expect((await arrange.claim()).map((event) => event.id)).not.toContain(id)
  })

  test('stops what a worker has claimed but not begun', async () => {
    const event = await arrange.claimed('claimed-then-conflict')
    const operationId = await arrange.plan(event)
    await arrange.accept(arrange.arrival('claimed-then-conflict', 'second'))
    const begin = { eventId: event.id, operationId, fence: event.fence, idempotencyKey: 'k' }
    const [begun] = await transaction(database.pool, (tx) => beginOperations(tx, [begin], arrange.worker))
    expect(begun?.outcome).toBe('held')
  })

  test('is one per distinct content, however often it comes', async () => {
    const { id } = await conflicting('many', 'b')
    await arrange.accept(arrange.arrival('many', 'b'), arrange.arrival('many', 'c'), arrange.arrival('many', 'b'))
    const { rows } = await database.pool.query('SELECT 1 FROM payload_conflict WHERE event_id = $1', [id])
    expect(rows).toHaveLength(2)
  })

  test('that came after the work was done holds the event when it is replayed', async () => {
    const event = await arrange.claimed('replayed')
    await arrange.end(event, { kind: 'complete' })
    await arrange.accept(arrange.arrival('replayed', 'second'))
    const act = { eventId: event.id, actor: 'o@example.com', reason: 'asked to' }
    expect(await transaction(database.pool, (tx) => replayEvent(tx, act))).toBe('applied')
    expect(await arrange.standing(event.id)).toMatchObject({ state: 'validated', hold: 'conflict' })
  })

  test('does not hold an event whose work is done', async () => {
    const event = await arrange.claimed('done')
    await arrange.end(event, { kind: 'complete' })
    await arrange.accept(arrange.arrival('done', 'second'))
    expect(await arrange.standing(event.id)).toMatchObject({ state: 'completed', hold: null })
  })
})

describe('resolving', () => {
  test('keep: the original goes on, and the other content is a duplicate from then on', async () => {
    const { id, conflictId } = await conflicting('keep')
    expect(await resolve(conflictId, 'keep')).toMatchObject({ outcome: 'applied', correctionEventId: null })
    expect(await arrange.standing(id)).toMatchObject({ state: 'validated', hold: null })
    const [again] = await arrange.accept(arrange.arrival('keep', 'second'))
    expect(again).toMatchObject({ disposition: 'duplicate', eventId: id })
  })

  test('adopt: the new content is an event of its own, the unfinished original is set aside unchanged', async () => {
    const { id, conflictId } = await conflicting('adopt')
    const { outcome, correctionEventId } = await resolve(conflictId, 'adopt')
    expect(outcome).toBe('applied')
    expect((await arrange.standing(id)).state).toBe('rejected')
    expect(await bodyOf('event_id', id)).toBe('first')
    expect(await bodyOf('event_id', correctionEventId ?? 0n)).toBe('second')
    expect(await arrange.standing(correctionEventId ?? 0n)).toMatchObject({ state: 'validated', hold: null })
    const [again] = await arrange.accept(arrange.arrival('adopt', 'second'))
    expect(again).toMatchObject({ disposition: 'duplicate', eventId: correctionEventId })
  })

  test('adopt on a completed original leaves it completed', async () => {
    const event = await arrange.claimed('adopt-done')
    await arrange.end(event, { kind: 'complete' })
    const { conflictId } = await (async () => {
      await arrange.accept(arrange.arrival('adopt-done', 'second'))
      const { rows } = await database.pool.query<{ id: bigint }>(
        'SELECT id FROM payload_conflict WHERE event_id = $1',
        [event.id],
      )
      return { conflictId: rows[0]?.id ?? 0n }
    })()
    expect((await resolve(conflictId, 'adopt')).outcome).toBe('applied')
    expect((await arrange.standing(event.id)).state).toBe('completed')
  })

  test('adopt and reject are refused while the effect is uncertain, and nothing is resolved', async () => {
    const { event } = await arrange.uncertain('doubt')
    await arrange.accept(arrange.arrival('doubt', 'second'))
    const { rows } = await database.pool.query<{ id: bigint }>('SELECT id FROM payload_conflict WHERE event_id = $1', [
      event.id,
    ])
    for (const resolution of ['adopt', 'reject'] as const) {
      expect((await resolve(rows[0]?.id ?? 0n, resolution)).outcome).toBe('wrong_state')
    }
    expect((await arrange.standing(event.id)).hold).toBe('conflict')
  })

  test('reject: neither is processed', async () => {
    const { id, conflictId } = await conflicting('reject')
    expect((await resolve(conflictId, 'reject')).outcome).toBe('applied')
    expect((await arrange.standing(id)).state).toBe('rejected')
  })

  test('twice: the second person is told that it changed', async () => {
    const { conflictId } = await conflicting('twice')
    const outcomes = await Promise.all([resolve(conflictId, 'keep'), resolve(conflictId, 'reject')])
    expect(outcomes.map((one) => one.outcome).sort()).toEqual(['applied', 'changed'])
  })

  test('one of two conflicts: the event stays held until the other is resolved too', async () => {
    const { id, conflictId } = await conflicting('two', 'b')
    await arrange.accept(arrange.arrival('two', 'c'))
    await resolve(conflictId, 'keep')
    expect((await arrange.standing(id)).hold).toBe('conflict')
  })
})
