import { createPool, type Pool } from '#lib/db/connect.ts'
import { exitCodes, Stop } from './exit.ts'
import { findDatabase } from './find-database.ts'

/** Connects and proves it. Ends the command with exit code 3 where there is no database, or not ours. */
export async function connect(): Promise<Pool> {
  const pool = createPool({
    connectionString: findDatabase(),
    name: 'ledger-command',
    max: 2,
    statementTimeoutMs: 120_000,
    connectTimeoutMs: 5_000,
  })
  try {
    const { rows } = await pool.query<{ ours: boolean }>("SELECT to_regclass('ledger_entry') IS NOT NULL AS ours")
    if (rows[0]?.ours) return pool
  } catch (error) {
    await pool.end()
    throw new Stop(
      exitCodes.noDatabase,
      `The database cannot be reached (${reasonOf(error)}). Nothing was done. See that it runs and that DATABASE_URL, if set, is right.`,
    )
  }
  await pool.end()
  throw new Stop(
    exitCodes.noDatabase,
    'The database is reachable but has no ledger in it. Start Replay Ledger on it with `npm start`, or run `npm run migrate`.',
  )
}

/** What the driver says, without the address: that may carry the password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'no reason given'
  return 'code' in error && error.code === 'ECONNREFUSED' ? 'connection refused' : error.message
}
