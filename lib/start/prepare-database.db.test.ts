import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '#lib/commands/password.ts'
import type { Pool } from '#lib/db/connect.ts'
import { parseEnv } from '#lib/env.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { createFirstAdmin } from './first-admin.ts'
import { keyFileIn } from './master-key.ts'
import { settleKey } from './settle-key.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prepare-test-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface User {
  readonly email: string
  readonly role: string
  readonly password_hash: string
}

const usersOf = async (pool: Pool) => (await pool.query<User>('SELECT email, role, password_hash FROM "user"')).rows

describe('the first admin without a password given', () => {
  const database = useDatabase()

  test('gets a random one that signs in, and the act is on record', async () => {
    const made = await createFirstAdmin(database.pool, { adminEmail: 'a@example.com', adminPassword: undefined })
    const [user] = await usersOf(database.pool)
    expect(user).toMatchObject({ email: 'a@example.com', role: 'admin' })
    expect(made?.generatedPassword).toMatch(/^(\w{4}-){4}\w{4}$/)
    expect(await verifyPassword(user?.password_hash ?? '', made?.generatedPassword ?? '')).toBe(true)
    const { rows } = await database.pool.query('SELECT via, command, object_id, after FROM audit_entry')
    expect(rows).toMatchObject([{ via: 'start', command: 'createUser', object_id: 'a@example.com' }])
    expect(JSON.stringify(rows)).not.toContain(made?.generatedPassword)
  })
})

describe('the first admin with a password given', () => {
  const database = useDatabase()
  const admin = { adminEmail: 'a@example.com', adminPassword: 'chosen-by-the-person' }

  test('is one, however many start at once, and the password is not told again', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => createFirstAdmin(database.pool, admin)))
    expect(made.filter((one) => one !== undefined)).toEqual([{ email: 'a@example.com', generatedPassword: undefined }])
    const users = await usersOf(database.pool)
    expect(users).toHaveLength(1)
    expect(await verifyPassword(users[0]?.password_hash ?? '', 'chosen-by-the-person')).toBe(true)
  })

  test('is not made where somebody exists, and nobody’s password changes', async () => {
    await createFirstAdmin(database.pool, admin)
    const before = await usersOf(database.pool)
    const other = { adminEmail: 'b@example.com', adminPassword: 'another-password' }
    expect(await createFirstAdmin(database.pool, other)).toBeUndefined()
    expect(await usersOf(database.pool)).toEqual(before)
  })
})

describe('the master key', () => {
  const database = useDatabase()

  test('is made once, for its owner alone, and found again', async () => {
    const env = { ...parseEnv({}), dataDir }
    const made = await settleKey(database.pool, env)
    expect(statSync(keyFileIn(dataDir)).mode & 0o777).toBe(0o600)
    expect(await settleKey(database.pool, env)).toEqual(made)
    expect((await settleKey(database.pool, { ...env, ledgerKey: made })).equals(made)).toBe(true)
  })

  test('another key than the database’s is refused', async () => {
    const env = { ...parseEnv({}), dataDir, ledgerKey: Buffer.alloc(32, 'x') }
    await expect(settleKey(database.pool, env)).rejects.toThrow(/another key than LEDGER_KEY/)
  })

  test('a missing key is refused, and no new one is made in its place', async () => {
    const elsewhere = join(dataDir, 'empty')
    await expect(settleKey(database.pool, { ...parseEnv({}), dataDir: elsewhere })).rejects.toThrow(
      /their key is missing/,
    )
    expect(existsSync(keyFileIn(elsewhere))).toBe(false)
  })
})
