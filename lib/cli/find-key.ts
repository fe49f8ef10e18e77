import { type Pool, transaction } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { loadEnv } from '#lib/env.ts'
import { exitCodes, Stop } from './exit.ts'

/**
 * The key secrets are sealed with, proven to be this database's: a secret sealed with another one could never be
 * read by the product.
 */
export async function findKey(pool: Pool): Promise<Buffer> {
  const { keyFileIn, readMasterKey } = await import('#lib/start/master-key.ts')
  const { checkKey } = await import('#lib/start/key-check.ts')
  const env = loadEnv()
  const origin = env.ledgerKey ? 'LEDGER_KEY' : keyFileIn(env.dataDir)
  try {
    const key = readMasterKey(env)
    if (key === undefined) {
      throw new Stop(
        exitCodes.refused,
        `Nothing was done: secrets are stored encrypted, and the key is missing: LEDGER_KEY is not set and ${origin} does not exist. Set LEDGER_KEY to the key the product runs with.`,
      )
    }
    await transaction(pool, (tx) => checkKey(tx, key, origin))
    return key
  } catch (error) {
    if (error instanceof Problem) throw new Stop(exitCodes.refused, error.message)
    throw error
  }
}
