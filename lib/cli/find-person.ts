import { userInfo } from 'node:os'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { exitCodes, Stop } from './exit.ts'

const findUser: Statement = {
  name: 'find_user_for_command',
  text: 'SELECT id, email, role, disabled_at AS "disabledAt" FROM "user" WHERE email = lower($1)',
}

/**
 * Who acts. Whoever can reach the database from the command line can do everything anyway, so without `--as` that is
 * an admin, named after the account of the operating system.
 */
export async function findPerson(pool: Pool, as: string | undefined): Promise<Person> {
  if (as === undefined) return { userId: null, email: `cli:${osUser()}`, role: 'admin', via: 'cli' }
  const [user] = await run<{ id: number; email: string; role: Person['role']; disabledAt: Date | null }>(
    pool,
    findUser,
    [as],
  )
  if (user === undefined)
    throw new Stop(exitCodes.refused, `Nothing was done: ${as} has no account here. \`user list\` shows them.`)
  if (user.disabledAt !== null)
    throw new Stop(exitCodes.refused, `Nothing was done: the account ${user.email} is disabled.`)
  return { userId: user.id, email: user.email, role: user.role, via: 'cli' }
}

function osUser(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name in the system's list, as in some containers.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
