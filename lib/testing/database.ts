import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createPool, type Pool } from '#lib/db/connect.ts'
import { DATABASE } from '#lib/db/embedded/ensure-database.ts'

export interface TestDatabase {
  /** For processes and connections of the test's own. Known once the tests run, not while they are collected. */
  readonly url: string
  readonly pool: Pool
}

/**
 * Gives the tests of a file (or of a `describe`) a migrated, empty database of their own, cloned from a template.
 * Files run side by side, each in its own.
 */
export function useDatabase(): TestDatabase {
  const name = `test_${randomBytes(6).toString('hex')}`
  let url: string | undefined
  let pool: Pool | undefined

  beforeAll(async () => {
    await asSuperuser(`CREATE DATABASE "${name}" TEMPLATE "${DATABASE}" OWNER "${DATABASE}" STRATEGY FILE_COPY`)
    url = urlOf(name)
    pool = createPool({
      connectionString: url,
      name: 'test',
      max: 20,
      statementTimeoutMs: 20_000,
      connectTimeoutMs: 10_000,
    })
  })
  afterAll(async () => {
    await pool?.end()
    await asSuperuser(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  })
  return {
    get url() {
      return known(url)
    },
    get pool() {
      return known(pool)
    },
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('useDatabase(): the database exists only while tests run')
  return value
}

/** The product's own role: what the tests may do is what the product may do. */
function urlOf(name: string): string {
  const address = new URL(inject('superuserUrl'))
  address.username = DATABASE
  address.pathname = name
  return address.href
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('superuserUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
