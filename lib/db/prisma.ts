import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Problem } from '#lib/db/problem.ts'
import { loadEnv } from '#lib/env.ts'
import { PrismaClient } from '#lib/generated/prisma/client.ts'

/** The longest a page waits for one query. The page then says so instead of keeping a connection. */
const READ_TIMEOUT_MS = 5_000
const CONNECTIONS_MAX = 5

// Next gives pages, route handlers and instrumentation their own copy of a module; the client must be one per process.
const shared = globalThis as typeof globalThis & { ledgerPrisma?: PrismaClient }

/** The read side's client: a small pool of its own, so that a slow page never takes a connection from the inbox. */
export function prisma(): PrismaClient {
  shared.ledgerPrisma ??= connect()
  return shared.ledgerPrisma
}

function connect(): PrismaClient {
  const { databaseUrl } = loadEnv()
  if (databaseUrl === undefined) {
    throw new Problem('DATABASE_URL is not set. Start the product with `npm start`, which sets it.')
  }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'ledger-pages',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: READ_TIMEOUT_MS,
    query_timeout: READ_TIMEOUT_MS + 500,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  })
  pool.on('connect', keepInt8AsText)
  // A lost idle connection is no error: the next query opens another one and reports its own failure.
  return new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: () => {} }), errorFormat: 'minimal' })
}

type Types = { getTypeParser: (oid: number, format?: string) => unknown }
type Query = (...args: unknown[]) => unknown

/**
 * lib/db/connect.ts makes BigInts of int8 for the whole process. Prisma's runtime takes only the text and refuses
 * anything else, so its own connections hand the text on.
 */
function keepInt8AsText(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const queryWithText: Query = (first, ...rest) => {
    if (typeof first !== 'object' || first === null || !('types' in first)) return query(first, ...rest)
    const types = first.types as Types
    const getTypeParser: Types['getTypeParser'] = (oid, format) =>
      oid === pg.types.builtins.INT8 ? String : types.getTypeParser(oid, format)
    return query({ ...first, types: { getTypeParser } }, ...rest)
  }
  client.query = queryWithText as typeof client.query
}
