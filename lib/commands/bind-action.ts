import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { slug, text } from './input-fields.ts'
import { type CommandOutcome, failure } from './outcome.ts'

const schema = z.object({
  /** The source's slug. */
  source: slug,
  /** A type of event, or `*` for every type. */
  type: text(255).default('*'),
  action: text(120),
  /** The destination's slug. */
  destination: slug,
})

const findEnds: Statement = {
  name: 'find_binding_ends',
  text: `
SELECT (SELECT id FROM source WHERE slug = $1) AS "sourceId", (SELECT id FROM destination WHERE slug = $2) AS "destinationId"`,
}

const insertBinding: Statement = {
  name: 'insert_binding',
  text: `
INSERT INTO action_binding (source_id, type, action, destination_id) VALUES ($1, $2, $3, $4)
ON CONFLICT (source_id, type, action) DO NOTHING RETURNING id`,
}

const releaseWaiting: Statement = {
  name: 'release_waiting_for_action',
  text: `
WITH waiting AS MATERIALIZED (
  SELECT p.event_id FROM processing p JOIN event e ON e.id = p.event_id
  WHERE p.hold = 'no_action' AND p.source_id = $1 AND ($2 = '*' OR e.type = $2)
  ORDER BY p.event_id
  FOR UPDATE OF p
)
UPDATE processing p SET next_attempt_at = clock_timestamp(),
  hold = CASE WHEN EXISTS (SELECT 1 FROM payload_conflict c WHERE c.event_id = p.event_id AND c.resolution IS NULL) THEN 'conflict' END
FROM waiting w WHERE p.event_id = w.event_id
RETURNING p.event_id`,
}

/**
 * "For events of this type from this source, do this action at this destination." Events that were held for want of
 * an action become due with it; `released` says how many.
 */
export function bindAction(
  pool: Pool,
  person: Person,
  input: z.input<typeof schema>,
): Promise<CommandOutcome<{ bindingId: number; released: number }>> {
  return carryOut(pool, person, {
    command: 'bindAction',
    objectType: 'binding',
    schema,
    input,
    objectOf: ({ source, type, action }) => `${source} ${type} ${action}`,
    notifies: 'ledger_changed',
    act: async (tx, { source, type, action, destination }) => {
      const [ends] = await run<{ sourceId: number | null; destinationId: number | null }>(tx, findEnds, [
        source,
        destination,
      ])
      if (!ends?.sourceId) return failure('not_found', `Nothing was done: there is no source ${source}.`)
      if (!ends.destinationId) return failure('not_found', `Nothing was done: there is no destination ${destination}.`)
      const [binding] = await run<{ id: number }>(tx, insertBinding, [ends.sourceId, type, action, ends.destinationId])
      if (binding === undefined) {
        return failure(
          'invalid',
          `Nothing was done: ${action} is bound to ${type} of ${source} already. Remove that binding first to change its destination.`,
        )
      }
      const released = (await run(tx, releaseWaiting, [ends.sourceId, type])).length
      return {
        ok: true,
        message: `Events of type ${type} from ${source} now run ${action} at ${destination}.${releasedNote(released)}`,
        result: { bindingId: binding.id, released },
        audit: { objectId: String(binding.id), after: { source, type, action, destination, released } },
      }
    },
  })
}

function releasedNote(released: number): string {
  return released === 0 ? '' : ` ${released} event${released === 1 ? '' : 's'} that waited for an action became due.`
}
