import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { email } from './input-fields.ts'
import { lockUser } from './lock-user.ts'
import type { CommandOutcome } from './outcome.ts'
import { revokeSessions } from './revoke-sessions.ts'

const schema = z.object({ email })

const disable: Statement = {
  name: 'disable_user',
  text: 'UPDATE "user" SET disabled_at = coalesce(disabled_at, clock_timestamp()) WHERE id = $1',
}

/** Shuts an account out and ends its sessions. What it did stays in the audit trail. The last admin stays. */
export function disableUser(pool: Pool, person: Person, input: z.input<typeof schema>): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'disableUser',
    objectType: 'user',
    schema,
    input,
    objectOf: ({ email }) => email,
    act: async (tx, { email }) => {
      const user = await lockUser(tx, email, 'admin')
      if ('ok' in user) return user
      await run(tx, disable, [user.id])
      const sessionsEnded = await revokeSessions(tx, user.id)
      return {
        ok: true,
        message:
          user.disabledAt === null
            ? `${email} can no longer sign in; ${sessionsEnded} session${sessionsEnded === 1 ? '' : 's'} ended.`
            : `${email} was disabled already.`,
        result: {},
        audit: {
          objectId: email,
          before: { disabled: user.disabledAt !== null },
          after: { disabled: true, sessionsEnded },
        },
      }
    },
  })
}
