import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { type CommandOutcome, failure } from './outcome.ts'

const schema = z.object({ bindingId: z.int().min(1).max(2_147_483_647) })

const deleteBinding: Statement = {
  name: 'delete_binding',
  text: `
DELETE FROM action_binding b USING source s, destination d
WHERE b.id = $1 AND s.id = b.source_id AND d.id = b.destination_id
RETURNING s.slug AS source, b.type, b.action, d.slug AS destination`,
}

/** Removes a binding. Operations that are planned already keep their frozen request and still run. */
export function unbindAction(pool: Pool, person: Person, input: z.input<typeof schema>): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'unbindAction',
    objectType: 'binding',
    schema,
    input,
    objectOf: ({ bindingId }) => String(bindingId),
    notifies: 'ledger_changed',
    act: async (tx, { bindingId }) => {
      const [binding] = await run<{ source: string; type: string; action: string; destination: string }>(
        tx,
        deleteBinding,
        [bindingId],
      )
      if (binding === undefined) {
        return failure('not_found', `Nothing was done: there is no binding ${bindingId}; it may be removed already.`)
      }
      return {
        ok: true,
        message: `Events of type ${binding.type} from ${binding.source} no longer run ${binding.action}. Operations that are planned already still run.`,
        result: {},
        audit: { objectId: String(bindingId), before: binding },
      }
    },
  })
}
