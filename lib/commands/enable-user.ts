import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { email } from './input-fields.ts'
import { lockUser } from './lock-user.ts'
import type { CommandOutcome } from './outcome.ts'

const schema = z.object({ email })

const enable: Statement = { name: 'enable_user', text: 'UPDATE "user" SET disabled_at = NULL WHERE id = $1' }

/** Lets a disabled account sign in again, with the role and the password it had. */
export function enableUser(pool: Pool, person: Person, input: z.input<typeof schema>): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'enableUser',
    objectType: 'user',
    schema,
    input,
    objectOf: ({ email }) => email,
    act: async (tx, { email }) => {
      const user = await lockUser(tx, email, 'nothing')
      if ('ok' in user) return user
      await run(tx, enable, [user.id])
      return {
        ok: true,
        message:
          user.disabledAt === null ? `${email} can sign in already.` : `${email} can sign in again as ${user.role}.`,
        result: {},
        audit: { objectId: email, before: { disabled: user.disabledAt !== null }, after: { disabled: false } },
      }
    },
  })
}
