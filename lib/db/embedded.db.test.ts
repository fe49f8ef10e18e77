import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, signal, waitUntilGone } from './embedded/process-identity.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

let dataDir: string
let running: EmbeddedDatabase[]
let steps: string[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'replay-ledger-embedded-'))
  chmodSync(dataDir, 0o755)
  running = []
  steps = []
})
afterEach(async () => {
  for (const database of running) await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, onStep: (text) => steps.push(text) })
  running.push(database)
  return database
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function kill(database: EmbeddedDatabase): Promise<void> {
  signal(database.pid, 'SIGKILL')
  await waitUntilGone(database.pid, undefined, 5_000)
}

const folder = () => join(dataDir, 'postgres')

test('a second start keeps the data', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n')
  await first.stop()
  const second = await start()
  expect([first.isNew, second.isNew]).toEqual([true, false])
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('the product is no superuser, and commits survive a power cut', async () => {
  const { url } = await start()
  expect(
    await query(url, `SELECT current_setting('is_superuser') AS super, current_setting('fsync') AS fsync`),
  ).toEqual([{ super: 'off', fsync: 'on' }])
})

test('what was committed before a SIGKILL is there after the next start', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n')
  await kill(first)
  const second = await start()
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('a server that an earlier start left running is stopped, and its data taken over', async () => {
  const left = await start()
  await query(left.url, 'CREATE TABLE kept AS SELECT 1 AS n')
  const second = await start()
  expect(isAlive(left.pid)).toBe(false)
  expect(steps).toContainEqual(expect.stringContaining('left running'))
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('a lock file whose number belongs to another process is not obeyed, and that process not touched', async () => {
  await (await start()).stop()
  writeFileSync(join(folder(), 'postmaster.pid'), `${process.pid}\n${folder()}\n`)
  const { url } = await start()
  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a lost password is set anew', async () => {
  await (await start()).stop()
  rmSync(join(dataDir, 'database.json'))
  const { url } = await start()
  expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a first start that was killed midway leaves nothing behind', async () => {
  mkdirSync(join(dataDir, 'postgres.unfinished-1'))
  const { isNew } = await start()
  expect(isNew).toBe(true)
  expect(existsSync(join(dataDir, 'postgres.unfinished-1'))).toBe(false)
})

test('a data folder with a part missing is explained and left as it is', async () => {
  mkdirSync(folder())
  writeFileSync(join(folder(), 'PG_VERSION'), '18\n')
  await expect(start()).rejects.toThrow(/not a complete PostgreSQL data folder/)
  expect(readFileSync(join(folder(), 'PG_VERSION'), 'utf8')).toBe('18\n')
})

test('data of another major version is explained and left as it is', async () => {
  await (await start()).stop()
  writeFileSync(join(folder(), 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/written by PostgreSQL 17/)
})

test('damaged files are explained with what the server said', async () => {
  await (await start()).stop()
  rmSync(join(folder(), 'global/pg_control'))
  await expect(start()).rejects.toThrow(/files are damaged[\s\S]*pg_control/)
})
