import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { email } from './input-fields.ts'
import { lockUser } from './lock-user.ts'
import type { CommandOutcome } from './outcome.ts'
import { roles } from './permissions.ts'

const schema = z.object({ email, role: z.enum(roles) })

const updateRole: Statement = { name: 'update_role', text: 'UPDATE "user" SET role = $2 WHERE id = $1' }

/** Changes what a person may do, from that person's next request on. The last admin stays one. */
export function setRole(pool: Pool, person: Person, input: z.input<typeof schema>): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'setRole',
    objectType: 'user',
    schema,
    input,
    objectOf: ({ email }) => email,
    act: async (tx, { email, role }) => {
      const user = await lockUser(tx, email, role === 'admin' ? 'nothing' : 'admin')
      if ('ok' in user) return user
      await run(tx, updateRole, [user.id, role])
      return {
        ok: true,
        message: user.role === role ? `${email} is ${role} already.` : `${email} is ${role} from the next request on.`,
        result: {},
        audit: { objectId: email, before: { role: user.role }, after: { role } },
      }
    },
  })
}
