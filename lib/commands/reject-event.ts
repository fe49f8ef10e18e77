import type { Pool } from '#lib/db/connect.ts'
import { rejectEvent as apply } from '#lib/ledger/act-on-event.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { actOnEvent, type EventActInput } from './act-on-event.ts'
import type { CommandOutcome } from './outcome.ts'

/** received, validated or failed → rejected: set aside, not processed. */
export function rejectEvent(pool: Pool, person: Person, input: EventActInput): Promise<CommandOutcome> {
  return actOnEvent(pool, person, input, {
    command: 'rejectEvent',
    verb: 'reject',
    apply,
    done: 'The event is set aside and will not be processed. It can be restored.',
  })
}
