import { createPool, type Pool } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { loadEnv } from '#lib/env.ts'

const shared = globalThis as typeof globalThis & { ledgerCommandPool?: Pool }

/** The connections of what people ask for (commands, sign-in), apart from the pages' and the inbox's. */
export function commandPool(): Pool {
  shared.ledgerCommandPool ??= connect()
  return shared.ledgerCommandPool
}

function connect(): Pool {
  const { databaseUrl } = loadEnv()
  if (databaseUrl === undefined) {
    throw new Problem('DATABASE_URL is not set. Start the product with `npm start`, which sets it.')
  }
  return createPool({ connectionString: databaseUrl, name: 'ledger-commands', max: 5, statementTimeoutMs: 5_000 })
}
