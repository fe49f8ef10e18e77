import type { Pool } from '#lib/db/connect.ts'
import { transaction } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import type { Env } from '#lib/env.ts'
import { checkKey, hasKeyCheck } from './key-check.ts'
import { createMasterKey, keyFileIn, readMasterKey } from './master-key.ts'
import { say } from './say.ts'

/** Finds the master key, or makes one for a database that has none yet, and proves that it is the right one. */
export async function settleKey(pool: Pool, env: Env): Promise<Buffer> {
  return transaction(pool, async (tx) => {
    const found = readMasterKey(env)
    if (!found && (await hasKeyCheck(tx))) throw new Problem(lost(env.dataDir))
    const masterKey = found ?? firstKey(env.dataDir)
    await checkKey(tx, masterKey, env.ledgerKey ? 'LEDGER_KEY' : keyFileIn(env.dataDir))
    return masterKey
  })
}

function firstKey(dataDir: string): Buffer {
  const key = createMasterKey(dataDir)
  say(`  made the key that encrypts stored signing secrets: ${keyFileIn(dataDir)} (keep a copy with your backups)`)
  return key
}

const lost = (dataDir: string) =>
  `The signing secrets in this database are encrypted, and their key is missing: LEDGER_KEY is not set and ${keyFileIn(dataDir)} does not exist.\n` +
  'Set LEDGER_KEY, or put the file back from your backup. Nothing was started.'
