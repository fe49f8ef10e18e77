import { run, type Statement, type Tx } from '#lib/db/connect.ts'

const revoke: Statement = {
  name: 'revoke_sessions',
  text: 'UPDATE session SET revoked_at = clock_timestamp() WHERE user_id = $1 AND revoked_at IS NULL RETURNING id',
}

/** Ends every session of an account at its next request. Returns how many there were. */
export async function revokeSessions(tx: Tx, userId: number): Promise<number> {
  return (await run(tx, revoke, [userId])).length
}
