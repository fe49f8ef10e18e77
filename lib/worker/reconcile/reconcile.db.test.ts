import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Verdict } from '#lib/actions/action.ts'
import { defineAction } from '#lib/actions/define-action.ts'
import { transaction } from '#lib/db/connect.ts'
import { promptReconciliation } from '#lib/ledger/prompt-reconciliation.ts'
import { WorkerStage } from '#lib/testing/arrange-worker.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { answering, created, lose, TestDestination } from '#lib/testing/test-destination.ts'

const waiting = { timeout: 15_000, interval: 25 }
let verdict: Verdict = { verdict: 'absent' }
const send = defineAction({
  name: 'send',
  version: 1,
  on: { types: '*' },
  destination: 'arranged',
  request: ({ event }) => ({ path: '/items', body: { event: event.eventId } }),
  lookup: async () => verdict,
})

const database = useDatabase()
let there: TestDestination
let stage: WorkerStage

beforeEach(async () => {
  await database.pool.query(`UPDATE source SET slug = 'old-' || id WHERE slug = 'arranged'`)
  await database.pool.query(`UPDATE destination SET slug = 'old-' || id WHERE slug = 'arranged'`)
  there = await TestDestination.start(lose)
  stage = await WorkerStage.set(database, there.url)
})
afterEach(async () => {
  await stage.strike()
  await there.close()
})

const reaches = (eventId: bigint, state: string) =>
  vi.waitFor(async () => expect((await stage.event(eventId)).state).toBe(state), waiting)
const prompt = (eventId: bigint) => transaction(database.pool, (tx) => promptReconciliation(tx, [eventId]))
/** Waits until a look has left a finding that says this. */
const finds = (eventId: bigint, kind: string, found: string) =>
  vi.waitFor(
    async () => expect(await stage.findings(eventId)).toContainEqual(expect.objectContaining({ kind, verdict: found })),
    waiting,
  )

describe('a destination that can be asked', () => {
  test('found: the effect is confirmed with its reference and nothing is sent again', async () => {
    verdict = { verdict: 'found', reference: 'R70' }
    const [eventId = 0n] = await stage.accept('found-1')
    await stage.work([send])
    await reaches(eventId, 'completed')
    expect(there.posts).toHaveLength(1)
    expect(await stage.operations(eventId)).toMatchObject([
      { state: 'confirmed', reference: 'R70', outcomes: ['lost'] },
    ])
    expect(await stage.arrange.transitions(eventId)).toEqual(
      'receive validate claim plan submit lose lose confirm settle'.split(' '),
    )
    const { rows } = await database.pool.query(
      'SELECT looked, settled FROM reconciliation_run ORDER BY id DESC LIMIT 1',
    )
    expect(rows[0]).toEqual({ looked: 1, settled: 1 })
  })

  test('absent, and absence is proof: it is sent again, with the same key and bytes', async () => {
    verdict = { verdict: 'absent' }
    await stage.destination({ absence_is_proof: true, settle_seconds: 0 })
    there.handler = (seen, response) => (there.posts.length === 1 ? lose(seen, response) : created(seen, response))
    const [eventId = 0n] = await stage.accept('absent-1')
    await stage.work([send])
    await reaches(eventId, 'completed')
    expect(there.posts.map(({ body }) => body)).toEqual(['{"event":"absent-1"}', '{"event":"absent-1"}'])
    const { rows } = await database.pool.query(
      'SELECT DISTINCT idempotency_key, request_digest FROM side_effect WHERE event_id = $1',
      [eventId],
    )
    expect(rows).toHaveLength(1)
  })

  test('absent, but too soon after the request: it waits until that is proof', async () => {
    verdict = { verdict: 'absent' }
    await stage.destination({ absence_is_proof: true, settle_seconds: 600 })
    const [eventId = 0n] = await stage.accept('soon-1')
    await stage.work([send])
    await finds(eventId, 'lookup', 'absent')
    const standing = await stage.event(eventId)
    expect(standing.state).toBe('effect_uncertain')
    expect(standing.due_in_ms).toBeGreaterThan(590_000)
    expect(there.posts).toHaveLength(1)
  })

  test('absent, where that is no proof: it stays uncertain however often it is looked up', async () => {
    verdict = { verdict: 'absent' }
    const [eventId = 0n] = await stage.accept('noproof-1')
    await stage.work([send])
    await finds(eventId, 'lookup', 'absent')
    await prompt(eventId)
    await vi.waitFor(async () => expect((await stage.findings(eventId)).length).toBeGreaterThan(1), waiting)
    expect((await stage.event(eventId)).state).toBe('effect_uncertain')
    expect(there.posts).toHaveLength(1)
  })

  test('a look-up that fails establishes nothing and comes again later', async () => {
    const [eventId = 0n] = await stage.accept('fails-1')
    const failing = defineAction({
      ...send,
      lookup: (_operation, ask) => ask('/items').then(() => ({ verdict: 'absent' })),
    })
    await stage.work([failing])
    await finds(eventId, 'lookup', 'inconclusive')
    expect((await stage.event(eventId)).state).toBe('effect_uncertain')
    expect((await stage.event(eventId)).due_in_ms).toBeGreaterThan(1_000)
  })
})

describe('a destination that recognises a key', () => {
  beforeEach(() => stage.destination({ repeat: 'idempotency-key' }))

  test('is sent the same again while it remembers the key', async () => {
    there.handler = (seen, response) => (there.posts.length < 3 ? lose(seen, response) : created(seen, response))
    const [eventId = 0n] = await stage.accept('key-1')
    await stage.work([send], { attemptsMax: 10 })
    await vi.waitFor(async () => {
      await prompt(eventId)
      expect((await stage.event(eventId)).state).toBe('completed')
    }, waiting)
    expect(new Set(there.posts.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
    expect(await stage.operations(eventId)).toMatchObject([{ outcomes: ['lost', 'lost', 'confirmed'] }])
  })

  test('a refusal of the repetition proves nothing about the first attempt', async () => {
    there.handler = (seen, response) => (there.posts.length === 1 ? lose : answering(401))(seen, response)
    const [eventId = 0n] = await stage.accept('key-2')
    await stage.work([send], { attemptsMax: 2 })
    await vi.waitFor(async () => {
      await prompt(eventId)
      expect(there.posts.length).toBeGreaterThan(3)
    }, waiting)
    await reaches(eventId, 'effect_uncertain')
    expect((await stage.operations(eventId))[0]?.outcomes.slice(0, 2)).toEqual(['lost', 'refused'])
    expect(await stage.arrange.transitions(eventId)).not.toContain('fail')
  })

  test('is not sent it again after that: a person is waited for, which is said once', async () => {
    await stage.destination({ key_retention_seconds: 0 })
    const [eventId = 0n] = await stage.accept('key-3')
    await stage.work([send])
    await finds(eventId, 'policy', 'inconclusive')
    await prompt(eventId)
    await vi.waitFor(async () => expect((await stage.event(eventId)).looks).toBe(2), waiting)
    await vi.waitFor(async () => expect((await stage.event(eventId)).due_in_ms).toBeGreaterThan(3_000_000), waiting)
    expect(await stage.findings(eventId)).toHaveLength(1)
    expect(there.posts).toHaveLength(1)
  })
})

describe('a destination that can be neither asked nor sent the same twice', () => {
  beforeEach(() => stage.destination({ repeat: 'none' }))

  test('avoid-duplicate: nothing is sent again, a person is waited for', async () => {
    const [eventId = 0n] = await stage.accept('none-1')
    await stage.work([send])
    await finds(eventId, 'policy', 'inconclusive')
    expect((await stage.event(eventId)).state).toBe('effect_uncertain')
    expect(there.posts).toHaveLength(1)
  })

  test('avoid-omission: it is sent again, and the finding says that it may act twice', async () => {
    await stage.destination({ policy: 'avoid-omission' })
    there.handler = (seen, response) => (there.posts.length === 1 ? lose(seen, response) : created(seen, response))
    const [eventId = 0n] = await stage.accept('none-2')
    await stage.work([send])
    await reaches(eventId, 'completed')
    expect((await stage.findings(eventId))[0]).toMatchObject({
      verdict: 'repeatable',
      detail: expect.stringContaining('act twice'),
    })
  })

  test('avoid-omission ends after the allowed attempts', async () => {
    await stage.destination({ policy: 'avoid-omission' })
    const [eventId = 0n] = await stage.accept('none-3')
    await stage.work([send], { attemptsMax: 2 })
    await vi.waitFor(async () => {
      await prompt(eventId)
      expect(await stage.findings(eventId)).toContainEqual(expect.objectContaining({ verdict: 'inconclusive' }))
    }, waiting)
    expect(there.posts).toHaveLength(2)
    expect((await stage.event(eventId)).state).toBe('effect_uncertain')
  })
})

describe('a stale worker', () => {
  /** A worker that is not ours holds the event, submits, and is taken for dead. */
  async function takenForDead(eventId: string) {
    const event = await stage.arrange.claimed(eventId, 0.05)
    const operationId = await stage.arrange.begun(event, 'send')
    await stage.work([send])
    await reaches(event.id, 'effect_uncertain')
    return { event, operationId }
  }

  test('its late answer changes no state, is kept as evidence, and settles the effect', async () => {
    verdict = { verdict: 'inconclusive', why: 'not now' }
    const { event, operationId } = await takenForDead('late-1')
    const moved = await stage.arrange.conclude(event, operationId, { kind: 'confirmed', reference: 'R9' })
    expect(moved?.outcome).toBe('stale_fence')
    await reaches(event.id, 'completed')
    expect(await stage.operations(event.id)).toMatchObject([
      { state: 'confirmed', reference: 'R9', outcomes: ['lost'] },
    ])
    expect(there.posts).toHaveLength(0)
  })

  test('its late refusal proves absence, and the operation runs again', async () => {
    verdict = { verdict: 'inconclusive', why: 'not now' }
    there.handler = created
    const { event, operationId } = await takenForDead('late-2')
    await stage.arrange.conclude(event, operationId, { kind: 'refused', again: true, detail: 'HTTP 429' })
    await reaches(event.id, 'completed')
    expect(await stage.operations(event.id)).toMatchObject([{ outcomes: ['lost', 'confirmed'] }])
  })

  test('without an intent its event is simply taken back and done', async () => {
    there.handler = created
    const event = await stage.arrange.claimed('before-1', 0.05)
    await stage.work([send])
    await reaches(event.id, 'completed')
    expect(await stage.arrange.transitions(event.id)).toContain('reclaim')
    expect(await stage.arrange.transitions(event.id)).not.toContain('lose')
  })
})

test('two reconcilers never take the same look', async () => {
  let asked = 0
  const slow = defineAction({
    ...send,
    lookup: async () => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 100))
      return { verdict: 'found', reference: 'R1' }
    },
  })
  const events = await stage.accept(...Array.from({ length: 30 }, (_, index) => `look-${index}`))
  await Promise.all([stage.work([slow]), stage.work([slow])])
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      `SELECT 1 FROM processing WHERE event_id = ANY ($1) AND state = 'completed'`,
      [events],
    )
    expect(rowCount).toBe(30)
  }, waiting)
  expect(asked).toBe(30)
})
