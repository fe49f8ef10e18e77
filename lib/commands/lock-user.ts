import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { type CommandFailure, failure } from './outcome.ts'
import type { Role } from './permissions.ts'

export interface UserRow {
  readonly id: number
  readonly role: Role
  readonly disabledAt: Date | null
}

const lockUserStatement: Statement = {
  name: 'lock_user',
  text: 'SELECT id, role, disabled_at AS "disabledAt" FROM "user" WHERE email = $1 FOR UPDATE',
}

const lockAdmins: Statement = {
  name: 'lock_admins',
  text: `SELECT id FROM "user" WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
}

/**
 * Locks one account, and before it all active admins where the account may stop being one: two admins who disable
 * each other at the same moment must not leave none.
 */
export async function lockUser(tx: Tx, email: string, loses: 'admin' | 'nothing'): Promise<UserRow | CommandFailure> {
  const admins = loses === 'admin' ? await run<{ id: number }>(tx, lockAdmins, []) : []
  const [user] = await run<UserRow>(tx, lockUserStatement, [email])
  if (user === undefined) return failure('not_found', `Nothing was done: ${email} has no account here.`)
  if (loses === 'admin' && admins.length === 1 && admins[0]?.id === user.id) {
    return failure(
      'guarded',
      `Nothing was done: ${email} is the last admin, and without one nobody could manage people or keys. Make somebody else admin first.`,
    )
  }
  return user
}
