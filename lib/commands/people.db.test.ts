import { describe, expect, test } from 'vitest'
import type { Person } from '#lib/ledger/record-audit.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { createUser } from './create-user.ts'
import { disableUser } from './disable-user.ts'
import { enableUser } from './enable-user.ts'
import { verifyPassword } from './password.ts'
import { setPassword } from './set-password.ts'
import { setRole } from './set-role.ts'

const admin: Person = { userId: null, email: 'cli:tester', role: 'admin', via: 'cli' }

describe('an account', () => {
  const database = useDatabase()
  const stored = async (email: string) => {
    const { rows } = await database.pool.query<{ id: number; role: string; password_hash: string; disabled: boolean }>(
      'SELECT id, role, password_hash, disabled_at IS NOT NULL AS disabled FROM "user" WHERE email = $1',
      [email],
    )
    if (rows[0] === undefined) throw new Error(`${email} has no account`)
    return rows[0]
  }
  const signIn = (userId: number, id: string) =>
    database.pool.query("INSERT INTO session (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 hour')", [
      id,
      userId,
    ])
  const openSessions = async (userId: number) =>
    (await database.pool.query('SELECT 1 FROM session WHERE user_id = $1 AND revoked_at IS NULL', [userId])).rowCount

  test('gets a password that is shown once and stored as argon2id, under an address in lower case', async () => {
    const outcome = await createUser(database.pool, admin, { email: 'Ann@Example.com', role: 'admin' })
    if (!outcome.ok) throw new Error(outcome.message)
    const { password_hash } = await stored('ann@example.com')
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(password_hash, outcome.generatedPassword ?? '')).toBe(true)
    const { rows } = await database.pool.query('SELECT after::text FROM audit_entry')
    expect(JSON.stringify(rows)).not.toContain(outcome.generatedPassword)
    expect(JSON.stringify(rows)).not.toContain('argon2')
  })

  test.each([
    [{ email: 'ann@example.com', role: 'viewer' }, 'has an account already'],
    [{ email: 'no address', role: 'viewer' }, 'must be an e-mail address'],
    [{ email: 'b@example.com', role: 'viewer', password: 'elevenchars' }, 'at least 12 characters'],
  ] as const)('is not created from %j', async (input, words) => {
    const outcome = await createUser(database.pool, admin, input)
    expect(outcome).toMatchObject({ ok: false, code: 'invalid' })
    expect(outcome.message).toContain(words)
  })

  test('that is disabled loses its sessions; enabled again it has its old role', async () => {
    await createUser(database.pool, admin, { email: 'olga@example.com', role: 'operator', password: 'a long password' })
    const { id } = await stored('olga@example.com')
    await signIn(id, 'session-a')
    expect(await disableUser(database.pool, admin, { email: 'olga@example.com' })).toMatchObject({ ok: true })
    expect(await openSessions(id)).toBe(0)
    expect(await stored('olga@example.com')).toMatchObject({ disabled: true })
    expect(await enableUser(database.pool, admin, { email: 'OLGA@example.com' })).toMatchObject({ ok: true })
    expect(await stored('olga@example.com')).toMatchObject({ disabled: false, role: 'operator' })
  })

  test('with a new password must sign in again', async () => {
    const { id } = await stored('olga@example.com')
    await signIn(id, 'session-b')
    expect(
      await setPassword(database.pool, admin, { email: 'olga@example.com', password: 'another password' }),
    ).toMatchObject({ ok: true, generatedPassword: null })
    expect(await openSessions(id)).toBe(0)
    expect(await verifyPassword((await stored('olga@example.com')).password_hash, 'another password')).toBe(true)
  })

  test('of the last admin can be neither demoted nor disabled, until there is another', async () => {
    const email = 'ann@example.com'
    expect(await setRole(database.pool, admin, { email, role: 'viewer' })).toMatchObject({ ok: false, code: 'guarded' })
    expect(await disableUser(database.pool, admin, { email })).toMatchObject({ ok: false, code: 'guarded' })
    expect(await stored(email)).toMatchObject({ role: 'admin', disabled: false })
    await setRole(database.pool, admin, { email: 'olga@example.com', role: 'admin' })
    expect(await setRole(database.pool, admin, { email, role: 'viewer' })).toMatchObject({ ok: true })
  })
})

test('two admins who shut each other out at the same moment leave one', async () => {
  await race(5)
})

const raced = useDatabase()

async function race(rounds: number) {
  const emails = ['one@example.com', 'two@example.com']
  for (const email of emails) await createUser(raced.pool, admin, { email, role: 'admin', password: 'a long password' })
  for (let round = 0; round < rounds; round++) {
    const outcomes = await Promise.all([
      setRole(raced.pool, admin, { email: 'one@example.com', role: 'viewer' }),
      disableUser(raced.pool, admin, { email: 'two@example.com' }),
    ])
    expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true])
    const { rowCount } = await raced.pool.query(`SELECT 1 FROM "user" WHERE role = 'admin' AND disabled_at IS NULL`)
    expect(rowCount).toBe(1)
    await setRole(raced.pool, admin, { email: 'one@example.com', role: 'admin' })
    await enableUser(raced.pool, admin, { email: 'two@example.com' })
  }
}
