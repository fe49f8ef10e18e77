import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ActionError } from '#lib/actions/action-error.ts'
import { defineAction } from '#lib/actions/define-action.ts'
import { defineDatabaseAction } from '#lib/actions/define-database-action.ts'
import { WorkerStage } from '#lib/testing/arrange-worker.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { answering, created, TestDestination } from '#lib/testing/test-destination.ts'
import { foldRollups } from './fold-rollups.ts'

const waiting = { timeout: 15_000, interval: 25 }
const send = defineAction({
  name: 'send',
  version: 1,
  on: { types: ['packet.ready'] },
  destination: 'arranged',
  request: ({ event }) => ({ path: '/items', body: { event: event.eventId } }),
})

describe('a worker', () => {
  const database = useDatabase()
  let there: TestDestination
  let stage: WorkerStage
  const reaches = (eventId: bigint, state: string) =>
    vi.waitFor(async () => expect((await stage.event(eventId)).state).toBe(state), waiting)

  beforeEach(async () => {
    there = await TestDestination.start()
    stage = await freshStage()
  })
  afterEach(async () => {
    await stage.strike()
    await there.close()
  })

  // Facts cannot be truncated, so each test has a source and a destination of its own.
  async function freshStage(): Promise<WorkerStage> {
    await database.pool.query(`UPDATE source SET slug = 'old-' || id, disabled_at = now() WHERE slug = 'arranged'`)
    await database.pool.query(`UPDATE destination SET slug = 'old-' || id WHERE slug = 'arranged'`)
    return WorkerStage.set(database, there.url)
  }
  const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

  test('two of them side by side work every event once', async () => {
    await Promise.all([stage.work([send]), stage.work([send])])
    const events = (await Promise.all([1, 2, 3].map((part) => stage.accept(...ids(`pair-${part}`, 100))))).flat()
    await vi.waitFor(async () => {
      const { rowCount } = await database.pool.query(
        `SELECT 1 FROM processing WHERE event_id = ANY ($1) AND state = 'completed'`,
        [events],
      )
      expect(rowCount).toBe(300)
    }, waiting)
    const sent = there.posts.map(({ body }) => body)
    expect(sent).toHaveLength(300)
    expect(new Set(sent).size).toBe(300)
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS effects, count(DISTINCT worker)::int AS workers FROM side_effect WHERE outcome = 'confirmed' AND event_id = ANY ($1)`,
      [events],
    )
    expect(rows[0]).toEqual({ effects: 300, workers: 2 })
  })

  test('sends only after the intent is committed, and keeps the reference', async () => {
    let intents: unknown
    there.handler = async (seen, response) => {
      const { rows } = await database.pool.query(
        `SELECT o.state, s.outcome FROM operation o JOIN side_effect s ON s.operation_id = o.id WHERE o.event_id = $1`,
        [eventId],
      )
      intents = rows
      created(seen, response)
    }
    const [eventId = 0n] = await stage.accept('intent-1')
    await stage.work([send])
    await reaches(eventId, 'completed')
    expect(intents).toEqual([{ state: 'submitted', outcome: null }])
    expect(await stage.operations(eventId)).toMatchObject([
      { state: 'confirmed', reference: expect.stringMatching(/^R/), outcomes: ['confirmed'] },
    ])
    expect(await stage.arrange.transitions(eventId)).toEqual([
      'receive',
      'validate',
      'claim',
      'plan',
      'submit',
      'confirm',
      'complete',
    ])
  })

  test('an event without an action waits, says for what, and goes on when one is bound', async () => {
    const forward = defineAction({ name: 'forward', version: 1, on: 'binding', request: () => ({ path: '' }) })
    await stage.work([forward])
    const [eventId = 0n] = await stage.accept('held-1')
    await vi.waitFor(async () => expect((await stage.event(eventId)).hold).toBe('no_action'), waiting)
    expect(await stage.event(eventId)).toMatchObject({
      state: 'validated',
      attempts: 0,
      last_error: 'no action is bound to type packet.ready of provider demo at source arranged',
    })
    await database.pool.query(
      `INSERT INTO action_binding (source_id, type, action, destination_id) VALUES ($1, '*', 'forward', $2)`,
      [stage.arrange.sourceId, stage.arrange.destinationId],
    )
    await database.pool.query(`SELECT pg_notify('ledger_changed', '')`)
    await reaches(eventId, 'completed')
    expect(there.posts).toHaveLength(1)
  })

  test('a destination that is named but missing holds the event until it exists', async () => {
    const elsewhere = defineAction({ ...send, name: 'elsewhere', destination: `late-${Date.now()}` })
    await stage.work([elsewhere])
    const [eventId = 0n] = await stage.accept('missing-1')
    await vi.waitFor(async () => expect((await stage.event(eventId)).hold).toBe('no_action'), waiting)
    expect((await stage.event(eventId)).last_error).toContain('which does not exist')
    await stage.destination({ slug: elsewhere.destination })
    await database.pool.query(`SELECT pg_notify('ledger_changed', '')`)
    await reaches(eventId, 'completed')
  })

  test('a record-only source completes what has no action, and the reason says so', async () => {
    await database.pool.query('UPDATE source SET record_only = true WHERE id = $1', [stage.arrange.sourceId])
    const [eventId = 0n] = await stage.accept('record-1')
    await stage.work([])
    await reaches(eventId, 'completed')
    const { rows } = await database.pool.query(
      `SELECT reason FROM ledger_entry WHERE event_id = $1 AND transition = 'complete'`,
      [eventId],
    )
    expect(rows[0].reason).toContain('only records')
  })

  test('an action that throws is tried again, then the event is failed with its error', async () => {
    const poison = defineAction({
      ...send,
      request: () => {
        throw new ActionError('the event names no packet')
      },
    })
    const [eventId = 0n] = await stage.accept('poison-1')
    await stage.work([poison])
    await reaches(eventId, 'failed')
    expect(await stage.event(eventId)).toMatchObject({
      attempts: 3,
      last_error: 'gave up after 3 attempts: action send failed: the event names no packet',
    })
    expect(there.requests).toHaveLength(0)
  })

  test('an event that kills its worker again and again is failed without running its action once more', async () => {
    const [eventId = 0n] = await stage.accept('killer-1')
    for (let attempt = 0; attempt < 3; attempt++) {
      await stage.arrange.claim(1, 0.01, 'crashed')
      await vi.waitFor(async () => {
        const { reapExpired } = await import('#lib/ledger/reap-expired.ts')
        const { transaction } = await import('#lib/db/connect.ts')
        await transaction(database.pool, (tx) => reapExpired(tx, { actor: 'test', limit: 10, firstLookDelayMs: 0 }))
        expect((await stage.event(eventId)).state).toBe('validated')
      }, waiting)
    }
    await stage.work([send])
    await reaches(eventId, 'failed')
    expect((await stage.event(eventId)).last_error).toBe(
      'gave up after 3 attempts: the worker vanished before anything was submitted',
    )
    expect(there.requests).toHaveLength(0)
  })

  test('Retry-After is the least it waits', async () => {
    there.handler = answering(429, { 'retry-after': '60' })
    const [eventId = 0n] = await stage.accept('later-1')
    await stage.work([send])
    await vi.waitFor(async () => expect((await stage.event(eventId)).last_error).toContain('HTTP 429'), waiting)
    expect((await stage.event(eventId)).due_in_ms).toBeGreaterThan(50_000)
    expect(await stage.operations(eventId)).toMatchObject([{ state: 'planned', outcomes: ['refused'] }])
  })

  test('a definite refusal fails the event after one request', async () => {
    there.handler = answering(422)
    const [eventId = 0n] = await stage.accept('refused-1')
    await stage.work([send])
    await reaches(eventId, 'failed')
    expect(there.posts).toHaveLength(1)
    expect(await stage.event(eventId)).toMatchObject({
      attempts: 1,
      last_error: 'arranged: it refused the request (HTTP 422)',
    })
  })

  test('a destination that is down costs attempts, never doubt', async () => {
    await there.close()
    const [eventId = 0n] = await stage.accept('down-1')
    await stage.work([send])
    await reaches(eventId, 'failed')
    expect(await stage.operations(eventId)).toMatchObject([
      { state: 'planned', outcomes: ['not_sent', 'not_sent', 'not_sent'] },
    ])
    there = await TestDestination.start()
  })

  test('several operations of one event stand alone', async () => {
    const named = (name: string) => defineAction({ ...send, name, request: () => ({ path: `/${name}` }) })
    there.handler = (seen, response) => {
      if (seen.url === '/refused') answering(422)(seen, response)
      else created(seen, response)
    }
    const [eventId = 0n] = await stage.accept('several-1')
    await stage.work([named('refused'), named('fine'), named('good')])
    await reaches(eventId, 'failed')
    expect(await stage.operations(eventId)).toMatchObject([
      { state: 'failed' },
      { state: 'confirmed' },
      { state: 'confirmed' },
    ])
    expect(there.posts).toHaveLength(3)
  })

  test('an operation keeps the version of its action that it was planned with', async () => {
    there.handler = answering(429)
    const [eventId = 0n] = await stage.accept('version-1')
    const first = await stage.work([send], { backOff: { baseMs: 1, capMs: 1 }, attemptsMax: 1_000 })
    await vi.waitFor(() => expect(there.posts.length).toBeGreaterThan(0), waiting)
    await first.stop()
    there.handler = created
    await stage.work([{ ...send, version: 2, request: () => ({ path: '/second' }) }])
    await reaches(eventId, 'completed')
    expect(new Set(there.posts.map(({ url }) => url))).toEqual(new Set(['/items']))
    expect(await stage.operations(eventId)).toHaveLength(1)
  })

  test('a database action writes once, together with its confirmation', async () => {
    await database.pool.query('CREATE TABLE IF NOT EXISTS note (event_id text)')
    let failing = true
    const note = defineDatabaseAction({
      name: 'note',
      version: 1,
      on: { types: '*' },
      apply: async (tx, event) => {
        await tx.query('INSERT INTO note (event_id) VALUES ($1)', [event.eventId])
        if (failing) throw new ActionError('not now')
      },
    })
    const [eventId = 0n] = await stage.accept('note-1')
    await stage.work([note], { attemptsMax: 1_000 })
    await vi.waitFor(async () => expect((await stage.event(eventId)).last_error).toContain('not now'), waiting)
    failing = false
    await reaches(eventId, 'completed')
    expect((await database.pool.query('SELECT event_id FROM note')).rows).toEqual([{ event_id: 'note-1' }])
    expect(await stage.operations(eventId)).toMatchObject([{ state: 'confirmed', outcomes: [] }])
  })

  test('a conflict that opens meanwhile outlasts the hold for want of an action', async () => {
    const event = await stage.arrange.claimed('conflict-1')
    await stage.arrange.accept(stage.arrange.arrival('conflict-1', 'other content'))
    await stage.arrange.end(event, { kind: 'release', reason: 'no action', delayMs: 0, hold: 'no_action' })
    expect(await stage.event(event.id)).toMatchObject({ state: 'validated', hold: 'conflict' })
    await stage.work([send])
    await vi.waitFor(
      async () =>
        expect((await database.pool.query('SELECT 1 FROM setting WHERE key = $1', ['actions'])).rowCount).toBe(1),
      waiting,
    )
    expect(there.requests).toHaveLength(0)
  })

  test('folding keeps every count, also by several workers at once', async () => {
    const total = async () =>
      (
        await database.pool.query<{ metric: string; total: string }>(
          `SELECT metric, sum(count)::text AS total FROM (
             SELECT metric, count FROM rollup WHERE bucket = 'epoch' UNION ALL SELECT metric, count FROM rollup_delta) c
           GROUP BY 1 ORDER BY 1`,
        )
      ).rows
    await stage.accept(...ids('fold', 40))
    const before = await total()
    await Promise.all([1, 2, 3, 4].map(() => foldRollups(database.pool)))
    expect(await total()).toEqual(before)
    expect((await database.pool.query('SELECT 1 FROM rollup_delta')).rowCount).toBe(0)
    const { rows } = await database.pool.query(
      `SELECT metric FROM rollup GROUP BY 1 HAVING sum(count) FILTER (WHERE bucket = 'epoch') <> sum(count) FILTER (WHERE bucket <> 'epoch')`,
    )
    expect(rows).toEqual([])
  })

  test('says that it lives, and that it stopped', async () => {
    const worker = await stage.work([send])
    const row = async () =>
      (await database.pool.query('SELECT stopped_at, pid FROM worker WHERE id = $1', [worker.name])).rows[0]
    await vi.waitFor(async () => expect(await row()).toEqual({ stopped_at: null, pid: process.pid }), waiting)
    await worker.stop()
    expect((await row()).stopped_at).toBeInstanceOf(Date)
  })
})
