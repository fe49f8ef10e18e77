import { PrismaPg } from '@prisma/adapter-pg'
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
  const adapter = new PrismaPg(
    {
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
    },
    // A lost idle connection is no error: the next query opens another one and reports its own failure.
    { onPoolError: () => {} },
  )
  return new PrismaClient({ adapter, errorFormat: 'minimal' })
}
