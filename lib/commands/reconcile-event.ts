import { z } from 'zod'
import type { Pool } from '#lib/db/connect.ts'
import { promptReconciliation } from '#lib/ledger/prompt-reconciliation.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { lastChange, noSuchEvent } from './explain-move.ts'
import { identity, reason } from './input-fields.ts'
import { type CommandOutcome, failure } from './outcome.ts'
import { auditOf, lockAndReadStanding } from './read-standing.ts'

const schema = z.object({ eventId: identity, reason: reason.optional() })

/** Makes the next look-up of an uncertain event due now. Sends nothing to the destination but the question. */
export function reconcileEvent(pool: Pool, person: Person, input: z.input<typeof schema>): Promise<CommandOutcome> {
  return carryOut(pool, person, {
    command: 'reconcileEvent',
    objectType: 'event',
    schema,
    input,
    objectOf: ({ eventId }) => String(eventId),
    notifies: 'ledger_due',
    act: async (tx, { eventId, reason }) => {
      const standing = await lockAndReadStanding(tx, eventId)
      if (standing === undefined) return noSuchEvent(eventId)
      if (standing.state !== 'effect_uncertain') {
        return failure(
          'wrong_state',
          `Nothing was done: only an event whose effect is uncertain has anything to look up. ${lastChange(standing)}`,
        )
      }
      const broughtForward = await promptReconciliation(tx, [eventId])
      return {
        ok: true,
        message:
          broughtForward > 0
            ? 'A look-up at the destination is due now; nothing is sent again. Its finding appears on the event.'
            : 'A look-up was due already and is about to run; nothing is sent again.',
        result: {},
        audit: { objectId: String(eventId), reason, before: auditOf(standing), after: auditOf(standing) },
      }
    },
  })
}
