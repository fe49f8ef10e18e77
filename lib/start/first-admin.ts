import { generatePassword, hashPassword } from '#lib/commands/password.ts'
import { type Pool, transaction } from '#lib/db/connect.ts'
import type { Env } from '#lib/env.ts'
import { recordAudit } from '#lib/ledger/record-audit.ts'

export interface FirstAdmin {
  readonly email: string
  /** Only where it was made here: nobody else knows it and it is kept nowhere. */
  readonly generatedPassword: string | undefined
}

/** Creates the first account of an installation that has none. @returns `undefined` where somebody exists. */
export async function createFirstAdmin(
  pool: Pool,
  env: Pick<Env, 'adminEmail' | 'adminPassword'>,
): Promise<FirstAdmin | undefined> {
  const email = env.adminEmail
  const { rowCount: somebody } = await pool.query('SELECT 1 FROM "user" LIMIT 1')
  if (somebody) return undefined
  const password = env.adminPassword ?? generatePassword()
  const passwordHash = await hashPassword(password)
  return transaction(pool, async (tx) => {
    // Two starts at once on one database must not make two of them.
    await tx.query('LOCK TABLE "user" IN SHARE ROW EXCLUSIVE MODE')
    const { rows } = await tx.query<{ id: number }>(
      `INSERT INTO "user" (email, role, password_hash)
       SELECT $1, 'admin', $2 WHERE NOT EXISTS (SELECT 1 FROM "user") RETURNING id`,
      [email, passwordHash],
    )
    const user = rows[0]
    if (!user) return undefined
    await recordAudit(
      tx,
      { userId: user.id, email, role: 'admin', via: 'start' },
      {
        command: 'createUser',
        objectType: 'user',
        objectId: email,
        reason: 'first start: nobody could sign in',
        after: { userId: user.id, role: 'admin' },
      },
    )
    return { email, generatedPassword: env.adminPassword ? undefined : password }
  })
}
