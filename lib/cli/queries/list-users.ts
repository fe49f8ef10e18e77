import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export interface UserListed {
  readonly id: number
  readonly email: string
  readonly name: string | null
  readonly role: string
  readonly disabledAt: Date | null
  readonly createdAt: Date
  readonly lastSignInAt: Date | null
}

const statement: Statement = {
  name: 'list_users',
  text: `
SELECT u.id, u.email, u.name, u.role, u.disabled_at AS "disabledAt", u.created_at AS "createdAt",
  (SELECT max(s.created_at) FROM session s WHERE s.user_id = u.id) AS "lastSignInAt"
FROM "user" u ORDER BY u.email`,
}

export function listUsers(pool: Pool): Promise<UserListed[]> {
  return run<UserListed>(pool, statement, [])
}
