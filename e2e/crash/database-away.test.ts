import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createPool, type Pool } from '#lib/db/connect.ts'
import { type EmbeddedDatabase, startEmbedded } from '#lib/db/embedded.ts'
import { migrate } from '#lib/db/migrate.ts'
import { configure } from '../stage/configure.ts'
import { Destination } from '../stage/destination.ts'
import { count, verify } from '../stage/ledger.ts'
import { deliver } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { startWeb } from './web.ts'
import { startWorker } from './worker.ts'

/** A PostgreSQL of this test's own, because it is stopped and started again. */
const dataDir = mkdtempSync(join(tmpdir(), 'replay-ledger-away-'))
chmodSync(dataDir, 0o755)
const closings: (() => Promise<void>)[] = []
const ends = (close: () => Promise<void>) => void closings.unshift(close)

afterEach(async () => {
  for (const close of closings) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What the provider is promised, with room for a busy machine. */
const answerWithinMs = 2_500

test('PostgreSQL stopped: 503 within two seconds, nothing lost; started again: web and worker go on by themselves', async () => {
  let database: EmbeddedDatabase = await startEmbedded({ dataDir, durable: false })
  ends(() => database.stop())
  const { url, port } = database
  await migrate(url)
  const pool = poolOf(url)
  const destination = await Destination.start()
  ends(() => destination.close())
  await configure(pool, { key: masterKey, destination: { baseUrl: destination.url, repeat: 'none' } })
  const web = await startWeb(url, ends)
  const worker = await startWorker(url)
  ends(() => worker.end())

  expect(await deliver(web.origin, { id: 'EV-before' })).toMatchObject({ status: 200 })
  await until('the first event is completed', async () => (await completed(pool)) === 1)

  await database.stop()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => deliver(web.origin, { id: `EV${index}` })))
  for (const { status, retryAfter, tookMs } of answers) {
    expect(status).toBe(503)
    expect(retryAfter).toMatch(/^\d+$/)
    expect(tookMs).toBeLessThan(answerWithinMs)
  }
  expect((await fetch(`${web.origin}/api/health`)).status).toBe(503)
  await until('the worker says that the database is away', () => worker.lines.some((line) => line.includes('is away')))

  database = await startEmbedded({ dataDir, durable: false, port })
  expect(database.url).toBe(url)
  await until('the web process is healthy again', async () => (await fetch(`${web.origin}/api/health`)).ok)
  expect(await count(pool, 'event')).toBe(1)
  const retried = await Promise.all(Array.from({ length: 20 }, (_, index) => deliver(web.origin, { id: `EV${index}` })))
  expect(retried.map(({ disposition }) => disposition)).toEqual(Array(20).fill('accepted'))
  await until('everything is completed', async () => (await completed(pool)) === 21)

  expect([web.child.ended, worker.ended]).toEqual([undefined, undefined])
  expect(destination.made).toHaveLength(21)
  expect(await verify(url)).toEqual({ events: 21 })
})

function poolOf(connectionString: string): Pool {
  const pool = createPool({ connectionString, name: 'test', max: 4, statementTimeoutMs: 10_000 })
  ends(() => pool.end())
  return pool
}

const completed = (pool: Pool) => count(pool, 'processing', `state = 'completed'`)
