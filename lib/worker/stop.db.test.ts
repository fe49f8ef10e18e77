import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineAction } from '#lib/actions/define-action.ts'
import { WorkerStage } from '#lib/testing/arrange-worker.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { TcpProxy } from '#lib/testing/tcp-proxy.ts'
import { answering, created, TestDestination } from '#lib/testing/test-destination.ts'

const waiting = { timeout: 20_000, interval: 25 }
const send = defineAction({
  name: 'send',
  version: 1,
  on: { types: '*' },
  destination: 'arranged',
  request: ({ event }) => ({ path: '/items', body: { event: event.eventId } }),
  lookup: async () => ({ verdict: 'inconclusive', why: 'not now' }),
})

const database = useDatabase()
let there: TestDestination
let stage: WorkerStage

beforeEach(async () => {
  await database.pool.query(`UPDATE source SET slug = 'old-' || id WHERE slug = 'arranged'`)
  await database.pool.query(`UPDATE destination SET slug = 'old-' || id WHERE slug = 'arranged'`)
  there = await TestDestination.start()
  stage = await WorkerStage.set(database, there.url)
})
afterEach(async () => {
  await stage.strike()
  await there.close()
})

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
async function states(events: readonly bigint[]) {
  const { rows } = await database.pool.query<{ state: string; attempts: number; count: number }>(
    'SELECT state, attempts, count(*)::int AS count FROM processing WHERE event_id = ANY ($1) GROUP BY 1, 2 ORDER BY 1',
    [events],
  )
  return rows
}

test('a stopping worker finishes what is under way and lets go of the rest, which costs no attempt', async () => {
  const gate = Promise.withResolvers<void>()
  there.handler = (seen, response) => gate.promise.then(() => created(seen, response))
  const events = await stage.accept(...ids('stop', 20))
  const worker = await stage.work([send], { concurrency: 4 })
  await vi.waitFor(() => expect(there.posts).toHaveLength(4), waiting)
  const stopped = worker.stop()
  gate.resolve()
  await stopped
  expect(await states(events)).toEqual([
    { state: 'completed', attempts: 1, count: 4 },
    { state: 'validated', attempts: 0, count: 16 },
  ])
  expect(there.posts).toHaveLength(4)
})

test('what is still under way when the time is over is recorded as lost, not left claimed', async () => {
  await stage.destination({ timeout_ms: 60_000 })
  there.handler = () => undefined
  const [eventId = 0n] = await stage.accept('hang-1')
  const worker = await stage.work([send], { stopMs: 100 })
  await vi.waitFor(() => expect(there.posts).toHaveLength(1), waiting)
  await worker.stop()
  expect(await stage.event(eventId)).toMatchObject({ state: 'effect_uncertain' })
  expect(await stage.operations(eventId)).toMatchObject([{ state: 'uncertain', outcomes: ['lost'] }])
})

test('a long request keeps its event: the lease is renewed while it runs', async () => {
  await stage.destination({ timeout_ms: 20_000 })
  there.handler = (seen, response) => setTimeout(() => created(seen, response), 3_500)
  const [eventId = 0n] = await stage.accept('long-1')
  await Promise.all([1, 2].map(() => stage.work([send], { leaseSeconds: 1.5 })))
  await vi.waitFor(async () => expect((await stage.event(eventId)).state).toBe('completed'), waiting)
  expect(there.posts).toHaveLength(1)
  expect(await stage.arrange.transitions(eventId)).toEqual(
    'receive validate claim plan submit confirm complete'.split(' '),
  )
})

test('losing the database ends nothing: the worker goes on by itself, and every event has one effect', async () => {
  const address = new URL(database.url)
  const proxy = await TcpProxy.start({ host: address.hostname, port: Number(address.port) })
  try {
    address.port = String(proxy.port)
    there.handler = (seen, response) => setTimeout(() => created(seen, response), 20)
    const events = await stage.accept(...ids('away', 150))
    await stage.work([send], { leaseSeconds: 2 }, address.href)
    await vi.waitFor(() => expect(there.posts.length).toBeGreaterThan(20), waiting)
    proxy.cutAll()
    await new Promise((resolve) => setTimeout(resolve, 300))
    proxy.restore()
    await vi.waitFor(async () => {
      const standing = await states(events)
      const open = standing.filter(({ state }) => state !== 'completed' && state !== 'effect_uncertain')
      expect(open).toEqual([])
    }, waiting)
    const sent = there.posts.map(({ body }) => body)
    expect(new Set(sent).size).toBe(sent.length)
    // An intent whose commit was not seen is taken back or becomes uncertain; it is never sent again on a guess.
    const { rows } = await database.pool.query<{ confirmed: number }>(
      `SELECT count(*)::int AS confirmed FROM operation WHERE event_id = ANY ($1) AND state = 'confirmed'`,
      [events],
    )
    const completed = (await states(events)).filter(({ state }) => state === 'completed')
    expect(rows[0]?.confirmed).toBe(completed.reduce((sum, { count }) => sum + count, 0))
  } finally {
    await stage.strike()
    await proxy.close()
  }
})

test('a lost answer to COMMIT repeats no request', async () => {
  const address = new URL(database.url)
  const proxy = await TcpProxy.start({ host: address.hostname, port: Number(address.port) })
  try {
    address.port = String(proxy.port)
    await stage.work([send], { leaseSeconds: 2, attemptsMax: 50 }, address.href)
    for (let round = 0; round < 6; round++) {
      proxy.lose('cut_reply_to_commit', 1)
      const events = await stage.accept(...ids(`commit-${round}`, 10))
      await database.pool.query(`SELECT pg_notify('ledger_due', '')`)
      await vi.waitFor(async () => {
        const open = (await states(events)).filter(({ state }) => state !== 'completed' && state !== 'effect_uncertain')
        expect(open).toEqual([])
      }, waiting)
    }
    expect(proxy.happened).toBeGreaterThan(0)
    const sent = there.posts.map(({ body }) => body)
    expect(new Set(sent).size).toBe(sent.length)
  } finally {
    await stage.strike()
    await proxy.close()
  }
})

test('a conflict that opens while an event is in hand stops what has not started', async () => {
  const gate = Promise.withResolvers<void>()
  there.handler = (seen, response) => gate.promise.then(() => answering(200)(seen, response))
  const [first = 0n, second = 0n] = await stage.accept('busy-1', 'held-1')
  await stage.work([send], { concurrency: 1 })
  await vi.waitFor(() => expect(there.posts).toHaveLength(1), waiting)
  await stage.arrange.accept(stage.arrange.arrival('held-1', 'other content'))
  gate.resolve()
  await vi.waitFor(async () => expect((await stage.event(first)).state).toBe('completed'), waiting)
  await vi.waitFor(async () => expect((await stage.event(second)).state).toBe('validated'), waiting)
  expect(await stage.event(second)).toMatchObject({ hold: 'conflict', attempts: 0 })
  expect(there.posts).toHaveLength(1)
})
