import type { Pool } from '#lib/db/connect.ts'
import { replayEvent as apply } from '#lib/ledger/act-on-event.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { actOnEvent, type EventActInput } from './act-on-event.ts'
import type { CommandOutcome } from './outcome.ts'

/** completed → validated: it is worked again, and what is confirmed is skipped. */
export function replayEvent(pool: Pool, person: Person, input: EventActInput): Promise<CommandOutcome> {
  return actOnEvent(pool, person, input, {
    command: 'replayEvent',
    verb: 'replay',
    apply,
    done: 'The event is due again. What is confirmed is skipped, so no effect is repeated.',
  })
}
