import { type Pool, run, type Statement, transaction } from '#lib/db/connect.ts'
import { type Person, recordAudit } from '#lib/ledger/record-audit.ts'

const revoke: Statement = {
  name: 'revoke_session',
  text: `
UPDATE session s SET revoked_at = clock_timestamp() FROM "user" u
WHERE s.id = $1 AND s.revoked_at IS NULL AND u.id = s.user_id
RETURNING u.id, u.email, u.role`,
}

/** Ends one session for good: its token is worthless afterwards, whoever still holds it. */
export async function signOut(pool: Pool, sessionId: string): Promise<void> {
  await transaction(pool, async (tx) => {
    const [user] = await run<{ id: number; email: string; role: Person['role'] }>(tx, revoke, [sessionId])
    if (user === undefined) return
    const person: Person = { userId: user.id, email: user.email, role: user.role, via: 'web' }
    await recordAudit(tx, person, { command: 'sign_out', objectType: 'user', objectId: String(user.id) })
  })
}
