import type { Pool } from '#lib/db/connect.ts'
import { retryEvent as apply } from '#lib/ledger/act-on-event.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { actOnEvent, type EventActInput } from './act-on-event.ts'
import type { CommandOutcome } from './outcome.ts'

/** failed → validated: its failed operations run again, with the same key and the same request. */
export function retryEvent(pool: Pool, person: Person, input: EventActInput): Promise<CommandOutcome> {
  return actOnEvent(pool, person, input, {
    command: 'retryEvent',
    verb: 'retry',
    apply,
    done: 'The event is due again. Failed operations run again with the same key and the same request; confirmed ones are skipped.',
  })
}
