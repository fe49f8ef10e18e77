import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { email, text } from './input-fields.ts'
import { type CommandOutcome, failure } from './outcome.ts'
import { generatePassword, hashPassword, passwordField } from './password.ts'
import { roles } from './permissions.ts'

const schema = z.object({
  email,
  name: text(120).optional(),
  role: z.enum(roles),
  /** Absent: one is made. */
  password: passwordField.optional(),
})

const insertUser: Statement = {
  name: 'insert_user',
  text: `
INSERT INTO "user" (email, name, role, password_hash) VALUES ($1, $2, $3, $4)
ON CONFLICT (email) DO NOTHING RETURNING id`,
}

/** Creates an account. A generated password is returned once and kept nowhere. */
export function createUser(
  pool: Pool,
  person: Person,
  input: z.input<typeof schema>,
): Promise<CommandOutcome<{ userId: number; generatedPassword: string | null }>> {
  return carryOut(pool, person, {
    command: 'createUser',
    objectType: 'user',
    schema,
    input,
    objectOf: ({ email }) => email,
    act: async (tx, { email, name, role, password }) => {
      const generatedPassword = password === undefined ? generatePassword() : null
      const passwordHash = await hashPassword(password ?? generatedPassword ?? '')
      const [user] = await run<{ id: number }>(tx, insertUser, [email, name ?? null, role, passwordHash])
      if (user === undefined) {
        return failure(
          'invalid',
          `Nothing was done: ${email} has an account already. Change its role or password instead.`,
        )
      }
      return {
        ok: true,
        message: `${email} can sign in as ${role}.`,
        result: { userId: user.id, generatedPassword },
        audit: { objectId: email, after: { userId: user.id, role } },
      }
    },
  })
}
