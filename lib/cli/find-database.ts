import { loadEnv } from '#lib/env.ts'
import { readRuntime } from '#lib/start/runtime.ts'
import { exitCodes, Stop } from './exit.ts'

/**
 * The database to act on: the one DATABASE_URL names, else the one of the product that runs on this data folder.
 * What a person says outright wins over what is found.
 */
export function findDatabase(): string {
  const { databaseUrl, dataDir } = loadEnv()
  const url = databaseUrl ?? readRuntime(dataDir)?.databaseUrl
  if (url !== undefined) return url
  throw new Stop(
    exitCodes.noDatabase,
    `No database: nothing runs on the data folder ${dataDir}, and DATABASE_URL is not set.\nStart Replay Ledger with \`npm start\` (in another terminal), or set DATABASE_URL to its database.`,
  )
}
