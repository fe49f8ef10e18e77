import { createPool } from '#lib/db/connect.ts'
import { loadEnv } from '#lib/env.ts'
import { createLogger } from '#lib/log.ts'
import { startPackets } from './packets-address.ts'
import { pointDestination } from './point-destination.ts'

/** The mock destination as a process of its own, beside an installation that has the demo. */
async function main(): Promise<void> {
  const env = loadEnv()
  const log = createLogger('demo destination')
  const packets = await startPackets(env.dataDir)
  const end = () => void packets.close().then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  if (env.databaseUrl === undefined) return
  const pool = createPool({
    connectionString: env.databaseUrl,
    name: 'ledger-demo-destination',
    max: 1,
    statementTimeoutMs: 5_000,
  })
  await pointDestination(pool, packets.url)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'the demo destination’s address could not be brought up to date'),
    )
    .finally(() => pool.end())
}

await main()
