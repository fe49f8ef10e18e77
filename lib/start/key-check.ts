import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { deriveKey } from './master-key.ts'

const SETTING = 'key_check'

/**
 * Ties the database to the master key its secrets are encrypted with: keeps a fingerprint of the first key, and
 * refuses any other. Without this a wrong key would show only when the first signed delivery cannot be verified.
 */
export async function checkKey(tx: Tx, masterKey: Buffer, origin: string): Promise<void> {
  const fingerprint = createHmac('sha256', deriveKey(masterKey, 'key-check')).update('replay-ledger').digest()
  await tx.query('INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [
    SETTING,
    JSON.stringify({ fingerprint: fingerprint.toString('hex') }),
  ])
  const { rows } = await tx.query<{ value: { fingerprint: string } }>('SELECT value FROM setting WHERE key = $1', [
    SETTING,
  ])
  const kept = Buffer.from(rows[0]?.value.fingerprint ?? '', 'hex')
  if (kept.length === fingerprint.length && timingSafeEqual(kept, fingerprint)) return
  throw new Problem(
    `The signing secrets in this database were encrypted with another key than ${origin}. Nothing was started.\n` +
      'Give the key they belong to: set LEDGER_KEY to it, or put the master.key file back into the data folder (LEDGER_DATA_DIR).\n' +
      'Without that key the secrets cannot be read; events and their evidence are not encrypted and are not affected.',
  )
}

/** Whether the database already belongs to some key. */
export async function hasKeyCheck(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM setting WHERE key = $1', [SETTING])
  return rowCount === 1
}
