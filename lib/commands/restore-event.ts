import type { Pool } from '#lib/db/connect.ts'
import { restoreEvent as apply } from '#lib/ledger/act-on-event.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { actOnEvent, type EventActInput } from './act-on-event.ts'
import type { CommandOutcome } from './outcome.ts'

/** rejected → validated, once the cause of the rejection is gone. */
export function restoreEvent(pool: Pool, person: Person, input: EventActInput): Promise<CommandOutcome> {
  return actOnEvent(pool, person, input, {
    command: 'restoreEvent',
    verb: 'restore',
    apply,
    done: 'The event is due; a worker takes it up.',
  })
}
