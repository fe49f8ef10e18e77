import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import type { EventState, Hold } from '#lib/ledger/machine.ts'
import { lockEvents } from '#lib/ledger/sql/lock-events.ts'

/** Where an event stands, and who moved it last: what audit entries and refusals tell. */
export interface Standing {
  readonly state: EventState
  readonly seq: number
  readonly hold: Hold | null
  readonly lastActor: string
  readonly lastTransition: string
  readonly secondsAgo: number
  /** Operations whose outcome is open, as `action (state)`. */
  readonly open: readonly string[]
  /** Conflicts nobody has resolved. */
  readonly conflicts: readonly string[]
}

const readStandingStatement: Statement = {
  name: 'read_standing',
  text: `
SELECT p.state, p.seq, p.hold, l.actor AS "lastActor", l.transition AS "lastTransition",
  extract(epoch FROM clock_timestamp() - l.at)::float8 AS "secondsAgo",
  ARRAY(SELECT o.action || ' (' || o.state || ')' FROM operation o
    WHERE o.event_id = p.event_id AND o.state IN ('submitted', 'uncertain') ORDER BY o.id) AS open,
  ARRAY(SELECT c.id::text FROM payload_conflict c WHERE c.event_id = p.event_id AND c.resolution IS NULL ORDER BY c.id) AS conflicts
FROM processing p JOIN ledger_entry l ON l.event_id = p.event_id AND l.seq = p.seq
WHERE p.event_id = $1`,
}

export async function readStanding(tx: Tx, eventId: bigint): Promise<Standing | undefined> {
  const [row] = await run<Standing>(tx, readStandingStatement, [eventId])
  return row
}

/** Locks the event first, so that what is read is what the act will find. */
export async function lockAndReadStanding(tx: Tx, eventId: bigint): Promise<Standing | undefined> {
  await run(tx, lockEvents, [[eventId]])
  return readStanding(tx, eventId)
}

/** The part of it that goes into audit entries. */
export function auditOf(standing: Standing | undefined) {
  return standing === undefined ? undefined : { state: standing.state, seq: standing.seq, hold: standing.hold }
}
