import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { loadEnv } from '#lib/env.ts'
import { readRuntime } from '#lib/start/runtime.ts'
import { holdMigrationLock } from './migrate/hold-lock.ts'
import { type AppliedRow, pendingMigrations } from './migrate/pending.ts'
import { type Migration, readMigrations } from './migrate/read-migrations.ts'
import { Problem } from './problem.ts'

/**
 * Brings a database to this version of the code. Each migration commits together with its row in Prisma's own
 * `_prisma_migrations`, so a failed one leaves nothing behind and `prisma migrate deploy` agrees with the result.
 *
 * @returns the names of the migrations applied now
 */
export async function migrate(connectionString: string, onStep: (text: string) => void = () => {}): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    application_name: 'replay-ledger migrate',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {}) // the query that needs the connection fails by itself
  await client.connect()
  try {
    await holdMigrationLock(client, onStep)
    await prepareHistory(client)
    const { rows } = await client.query<AppliedRow>(
      'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations',
    )
    const pending = pendingMigrations(readMigrations(), rows)
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Prisma's table, exactly as Prisma makes it. A database with other people's tables is left alone, as Prisma does. */
async function prepareHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ history: string | null; others: string[] }>(
    `SELECT to_regclass('_prisma_migrations')::text AS history,
            ARRAY(SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
                  ORDER BY 1 LIMIT 5) AS others`,
  )
  const found = rows[0]
  if (found?.history) return
  if (found && found.others.length > 0) {
    throw new Problem(
      `The database is not empty and was not made by Replay Ledger (it holds ${found.others.join(', ')}). Nothing was changed.\n` +
        'Point DATABASE_URL to an empty database: CREATE DATABASE ledger;',
    )
  }
  await client.query(`CREATE TABLE _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // a lost connection has rolled back already
    throw new Problem(`The migration ${migration.name} failed and was undone as a whole: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

if (import.meta.main) {
  const url = loadEnv().databaseUrl ?? readRuntime()?.databaseUrl
  try {
    if (!url)
      throw new Problem(
        'There is no database to migrate: set DATABASE_URL. The embedded one is migrated by `npm start`.',
      )
    const applied = await migrate(url, (text) => process.stdout.write(`${text}\n`))
    process.stdout.write(
      applied.length > 0
        ? applied.map((name) => `applied ${name}\n`).join('')
        : 'nothing to apply: the database is up to date\n',
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
