import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { removeDemo as remove } from '#lib/demo/remove-demo.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { type CommandOutcome, failure } from './outcome.ts'

const findDemo: Statement = {
  name: 'find_demo',
  text: `
SELECT coalesce((SELECT json_agg(slug) FROM source WHERE demo), '[]') AS sources,
  coalesce((SELECT json_agg(slug) FROM destination WHERE demo), '[]') AS destinations`,
}

/** Removes what the demonstration wrote, with its audit entry. */
export function removeDemo(pool: Pool, person: Person): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'removeDemo',
    objectType: 'demo',
    schema: z.object({}),
    input: {},
    objectOf: () => 'demo',
    notifies: 'ledger_changed',
    act: async (tx) => {
      const [before] = await run<{ sources: string[]; destinations: string[] }>(tx, findDemo, [])
      if (before === undefined || before.sources.length + before.destinations.length === 0) {
        return failure('not_found', 'Nothing was done: there is no demo data here.')
      }
      try {
        return { ok: true, message: await remove(tx), result: {}, audit: { objectId: 'demo', before } }
      } catch (error) {
        if (error instanceof Problem) return failure('guarded', error.message)
        throw error
      }
    },
  })
}
