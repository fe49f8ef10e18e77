import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#lib/ledger/record-audit.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { decideOperation } from './decide-operation.ts'
import { resolveConflict } from './resolve-conflict.ts'

const database = useDatabase()
const operator: Person = { userId: null, email: 'ann@example.com', role: 'operator', via: 'web' }
const reason = 'seen with my own eyes'
let arrange: Arrange

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
})

const operationOf = async (operationId: bigint) => {
  const { rows } = await database.pool.query<{ state: string; seq: number; reference: string | null }>(
    'SELECT state, seq, reference FROM operation WHERE id = $1',
    [operationId],
  )
  if (rows[0] === undefined) throw new Error('no such operation')
  return rows[0]
}

const audits = async (objectType: string, objectId: bigint) =>
  (
    await database.pool.query<{ before: unknown; after: unknown; reason: string }>(
      'SELECT before, after, reason FROM audit_entry WHERE object_type = $1 AND object_id = $2 ORDER BY id',
      [objectType, String(objectId)],
    )
  ).rows

const conflictOf = async (eventId: bigint) => {
  const { rows } = await database.pool.query<{ id: bigint; resolution: string | null }>(
    'SELECT id, resolution FROM payload_conflict WHERE event_id = $1 ORDER BY id DESC LIMIT 1',
    [eventId],
  )
  if (rows[0] === undefined) throw new Error('no conflict')
  return rows[0]
}

describe('a decision about an uncertain operation', () => {
  test('that it happened confirms it with its reference and completes the event', async () => {
    const { event, operationId } = await arrange.uncertain('happened')
    const { seq } = await operationOf(operationId)
    const input = {
      eventId: event.id,
      operationId,
      expectedSeq: seq,
      decision: 'happened',
      reference: 'R70',
      reason,
    } as const
    expect(await decideOperation(database.pool, operator, input)).toMatchObject({ ok: true })
    expect(await operationOf(operationId)).toMatchObject({ state: 'confirmed', reference: 'R70' })
    expect(await arrange.standing(event.id)).toMatchObject({ state: 'completed' })
    expect(await audits('operation', operationId)).toMatchObject([
      {
        reason,
        before: { state: 'uncertain', seq, event: 'effect_uncertain' },
        after: { state: 'confirmed', event: 'completed', decision: 'happened' },
      },
    ])
  })

  test('that it did not happen makes it due again, with the same key', async () => {
    const { event, operationId } = await arrange.uncertain('absent')
    const { seq } = await operationOf(operationId)
    const input = { eventId: event.id, operationId, expectedSeq: seq, decision: 'did_not_happen', reason } as const
    expect(await decideOperation(database.pool, operator, input)).toMatchObject({ ok: true })
    expect(await operationOf(operationId)).toMatchObject({ state: 'planned' })
    expect(await arrange.standing(event.id)).toMatchObject({ state: 'validated' })
  })

  test('is taken once, however often it is pressed', async () => {
    const { event, operationId } = await arrange.uncertain('decided-twice')
    const { seq } = await operationOf(operationId)
    const press = (decision: 'waive' | 'did_not_happen') =>
      decideOperation(database.pool, operator, { eventId: event.id, operationId, expectedSeq: seq, decision, reason })
    const outcomes = await Promise.all([press('waive'), press('did_not_happen'), press('waive')])
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual(['changed', 'changed', 'ok'])
    expect(await audits('operation', operationId)).toHaveLength(1)
    const { rows } = await database.pool.query('SELECT 1 FROM reconciliation_finding WHERE operation_id = $1', [
      operationId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('that it happened is not taken without a reference', async () => {
    const { event, operationId } = await arrange.uncertain('no-reference')
    const { seq } = await operationOf(operationId)
    const input = { eventId: event.id, operationId, expectedSeq: seq, decision: 'happened', reason } as const
    expect(await decideOperation(database.pool, operator, input)).toMatchObject({ ok: false, code: 'invalid' })
    expect(await operationOf(operationId)).toMatchObject({ state: 'uncertain' })
  })

  test('about an operation of another event is not found', async () => {
    const one = await arrange.uncertain('mine')
    const other = await arrange.uncertain('theirs')
    const { seq } = await operationOf(other.operationId)
    const input = {
      eventId: one.event.id,
      operationId: other.operationId,
      expectedSeq: seq,
      decision: 'waive',
      reason,
    } as const
    expect(await decideOperation(database.pool, operator, input)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await operationOf(other.operationId)).toMatchObject({ state: 'uncertain', seq })
  })
})

describe('resolving a conflict', () => {
  async function contested(eventId: string): Promise<bigint> {
    const [accepted] = await arrange.accept(arrange.arrival(eventId))
    await arrange.accept(arrange.arrival(eventId, 'other content'))
    return accepted?.eventId ?? 0n
  }

  test('keep frees the original, once', async () => {
    const eventId = await contested('keep')
    const { id: conflictId } = await conflictOf(eventId)
    expect(await arrange.standing(eventId)).toMatchObject({ hold: 'conflict' })
    const press = () => resolveConflict(database.pool, operator, { conflictId, resolution: 'keep', reason })
    const outcomes = await Promise.all([press(), press()])
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual(['changed', 'ok'])
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'validated', hold: null })
    expect(await audits('conflict', conflictId)).toMatchObject([
      { reason, before: { state: 'validated', hold: 'conflict' }, after: { hold: null, resolution: 'keep' } },
    ])
  })

  test('adopt makes the other content an event of its own and names it', async () => {
    const eventId = await contested('adopt')
    const { id: conflictId } = await conflictOf(eventId)
    const outcome = await resolveConflict(database.pool, operator, { conflictId, resolution: 'adopt', reason })
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.correctionEventId).not.toBeNull()
    expect(await arrange.standing(outcome.correctionEventId ?? 0n)).toMatchObject({ state: 'validated' })
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'rejected' })
  })

  test('reject is refused while a worker has the original, and nothing of it is kept', async () => {
    const event = await arrange.claimed('busy')
    await arrange.accept(arrange.arrival('busy', 'other content'))
    const { id: conflictId } = await conflictOf(event.id)
    const outcome = await resolveConflict(database.pool, operator, { conflictId, resolution: 'reject', reason })
    expect(outcome).toMatchObject({ ok: false, code: 'wrong_state' })
    expect(outcome.message).toContain('it is now claimed')
    expect(await conflictOf(event.id)).toMatchObject({ resolution: null })
    expect(await audits('conflict', conflictId)).toEqual([])
  })
})
