import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { email } from './input-fields.ts'
import { lockUser } from './lock-user.ts'
import type { CommandOutcome } from './outcome.ts'
import { generatePassword, hashPassword, passwordField } from './password.ts'
import { revokeSessions } from './revoke-sessions.ts'

const schema = z.object({
  email,
  /** Absent: one is made. */
  password: passwordField.optional(),
})

const updatePassword: Statement = {
  name: 'update_password',
  text: 'UPDATE "user" SET password_hash = $2 WHERE id = $1',
}

/** Gives an account a new password and ends its sessions. A generated one is returned once and kept nowhere. */
export function setPassword(
  pool: Pool,
  person: Person,
  input: z.input<typeof schema>,
): Promise<CommandOutcome<{ generatedPassword: string | null }>> {
  return carryOut(pool, person, {
    command: 'setPassword',
    objectType: 'user',
    schema,
    input,
    objectOf: ({ email }) => email,
    act: async (tx, { email, password }) => {
      const generatedPassword = password === undefined ? generatePassword() : null
      const passwordHash = await hashPassword(password ?? generatedPassword ?? '')
      const user = await lockUser(tx, email, 'nothing')
      if ('ok' in user) return user
      await run(tx, updatePassword, [user.id, passwordHash])
      const sessionsEnded = await revokeSessions(tx, user.id)
      return {
        ok: true,
        message: `${email} has a new password and must sign in again.`,
        result: { generatedPassword },
        audit: { objectId: email, after: { passwordChanged: true, sessionsEnded } },
      }
    },
  })
}
