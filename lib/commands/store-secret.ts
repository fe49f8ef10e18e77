import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { seal } from '#lib/secrets.ts'

const insertSecret: Statement = {
  name: 'insert_source_secret',
  text: 'INSERT INTO source_secret (source_id, ciphertext, hint) VALUES ($1, $2, $3) RETURNING id',
}

/** Stores one signing secret of a source, sealed; returns its number, by which deliveries name it. */
export async function storeSecret(tx: Tx, key: Buffer, sourceId: number, secret: string): Promise<number> {
  const [row] = await run<{ id: number }>(tx, insertSecret, [sourceId, seal(key, secret), hintOf(secret)])
  if (row === undefined) throw new Error('the secret was not stored')
  return row.id
}

/** The last four characters tell secrets apart; of a short one they would tell too much. */
function hintOf(secret: string): string {
  return secret.length >= 16 ? `…${secret.slice(-4).toWellFormed()}` : '…'
}
