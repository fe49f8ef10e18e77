import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readMigrations } from './migrate/read-migrations.ts'
import { migrate } from './migrate.ts'

let client: pg.Client
let url: string
let name: string

beforeEach(async () => {
  name = `migrate_${randomBytes(6).toString('hex')}`
  await asSuperuser(`CREATE DATABASE "${name}"`)
  url = Object.assign(new URL(inject('superuserUrl')), { pathname: name }).href
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await asSuperuser(`DROP DATABASE "${name}" WITH (FORCE)`)
})

async function asSuperuser(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('superuserUrl') })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}

const all = readMigrations()

test('every migration is applied once, with the row Prisma would have written', async () => {
  expect(await migrate(url)).toEqual(all.map((migration) => migration.name))
  expect(await migrate(url)).toEqual([])
  const { rows } = await client.query('SELECT * FROM _prisma_migrations ORDER BY migration_name')
  expect(rows).toEqual(
    all.map((migration) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: migration.checksum,
      migration_name: migration.name,
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      applied_steps_count: 1,
    })),
  )
})

test('two at once apply each migration once', async () => {
  const [one, other] = await Promise.all([migrate(url), migrate(url)])
  expect([...one, ...other]).toEqual(all.map((migration) => migration.name))
})

test('a migration that fails leaves nothing of itself', async () => {
  // A view in the way of the first migration's table of that name, made after the emptiness check would have run.
  await migrate(url)
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await client.query(`CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`)
  await client.query('CREATE TABLE worker (in_the_way INTEGER)')
  await expect(migrate(url)).rejects.toThrow(/failed and was undone as a whole.*worker/)
  const { rows } = await client.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  expect(rows).toEqual([{ relname: '_prisma_migrations' }, { relname: 'worker' }])
  expect((await client.query('SELECT 1 FROM _prisma_migrations')).rows).toEqual([])
})

test('a database with somebody else’s tables is left alone', async () => {
  await client.query('CREATE TABLE invoices (id INTEGER)')
  await expect(migrate(url)).rejects.toThrow(/not made by Replay Ledger \(it holds invoices\)/)
  expect((await client.query(`SELECT to_regclass('_prisma_migrations') AS history`)).rows).toEqual([{ history: null }])
})

test('a migration that was changed after it was applied is refused', async () => {
  await migrate(url)
  await client.query(`UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = $1`, [all[0]?.name])
  await expect(migrate(url)).rejects.toThrow(/with other contents/)
})
