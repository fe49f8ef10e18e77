import { randomBytes } from 'node:crypto'
import { type Pool, run, type Statement, transaction } from '#lib/db/connect.ts'
import { type Person, recordAudit } from '#lib/ledger/record-audit.ts'
import { type Attempt, countAttempt, forgiveAttempt } from './throttle.ts'
import { verifyPassword } from './verify-password.ts'

/** A signed-in person is asked again after this long, however busy. */
export const SESSION_HOURS = 12

export type SignIn =
  | { readonly ok: true; readonly userId: number; readonly email: string; readonly sessionId: string }
  | { readonly ok: false; readonly code: 'wrong' }
  | { readonly ok: false; readonly code: 'throttled'; readonly until: Date }

interface Account {
  id: number
  email: string
  role: Person['role']
  password_hash: string | null
  disabled_at: Date | null
}

const findAccount: Statement = {
  name: 'find_account',
  text: `SELECT id, email, role, password_hash, disabled_at FROM "user" WHERE email = $1`,
}

const insertSession: Statement = {
  name: 'insert_session',
  text: `
INSERT INTO session (id, user_id, expires_at, user_agent)
SELECT $1, id, clock_timestamp() + make_interval(hours => $3), $4 FROM "user" WHERE id = $2 AND disabled_at IS NULL
RETURNING id`,
}

/** Old rows of the same person go here, so the table needs no cleaning of its own. */
const dropEnded: Statement = {
  name: 'drop_ended_sessions',
  text: `DELETE FROM session WHERE user_id = $1 AND expires_at < clock_timestamp() - interval '30 days'`,
}

const personOf = (account: Account): Person => ({
  userId: account.id,
  email: account.email,
  role: account.role,
  via: 'web',
})

/** Signs a person in: throttle, password, session row and audit entry. Says nothing about which part was wrong. */
export async function signIn(
  pool: Pool,
  given: { readonly email: string; readonly password: string; readonly userAgent: string | null } & Pick<
    Attempt,
    'remoteAddress'
  >,
): Promise<SignIn> {
  const attempt: Attempt = { email: given.email.trim().toLowerCase().slice(0, 320), remoteAddress: given.remoteAddress }
  const until = await countAttempt(pool, attempt)
  if (until !== null) return { ok: false, code: 'throttled', until }

  const [account] = await run<Account>(pool, findAccount, [attempt.email])
  const matches = await verifyPassword(account?.password_hash ?? null, given.password)
  if (account === undefined || !matches || account.disabled_at !== null) {
    if (account !== undefined) await recordRefusal(pool, account, matches)
    return { ok: false, code: 'wrong' }
  }
  return transaction(pool, async (tx): Promise<SignIn> => {
    const sessionId = randomBytes(32).toString('base64url')
    await run(tx, dropEnded, [account.id])
    const opened = await run(tx, insertSession, [
      sessionId,
      account.id,
      SESSION_HOURS,
      given.userAgent?.slice(0, 300) ?? null,
    ])
    if (opened.length === 0) return { ok: false, code: 'wrong' }
    await forgiveAttempt(tx, attempt)
    await recordAudit(tx, personOf(account), { command: 'sign_in', objectType: 'user', objectId: String(account.id) })
    return { ok: true, userId: account.id, email: account.email, sessionId }
  })
}

async function recordRefusal(pool: Pool, account: Account, matches: boolean): Promise<void> {
  await transaction(pool, (tx) =>
    recordAudit(tx, personOf(account), {
      command: 'sign_in_refused',
      objectType: 'user',
      objectId: String(account.id),
      reason: matches ? 'the account is disabled' : 'wrong password',
    }),
  )
}
