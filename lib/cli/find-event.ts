import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import { exitCodes, Stop } from './exit.ts'

/** PROVIDER ACCOUNT EVENT_ID as the provider knows it, or our own number alone. */
export type EventOperands = [string, string | undefined, string | undefined]

const byIdentity: Statement = {
  name: 'event_by_identity',
  text: 'SELECT id FROM event WHERE provider = $1 AND account = $2 AND provider_event_id = $3',
}

/**
 * Events whose source is configured for the account although they name another one themselves (GitHub's say
 * installation:800001). Walks the provider's accounts through the identity index, one probe each, so that its cost
 * is the number of accounts and not of events.
 */
const bySourceAccount: Statement = {
  name: 'event_by_source_account',
  text: `
WITH RECURSIVE accounts AS (
  (SELECT account FROM event WHERE provider = $1 ORDER BY account LIMIT 1)
  UNION ALL
  SELECT (SELECT e.account FROM event e WHERE e.provider = $1 AND e.account > a.account ORDER BY e.account LIMIT 1)
  FROM accounts a WHERE a.account IS NOT NULL
)
SELECT e.id, e.account FROM accounts a
JOIN event e ON e.provider = $1 AND e.account = a.account AND e.provider_event_id = $3
JOIN source s ON s.id = e.source_id AND s.account = $2
ORDER BY e.id LIMIT 20`,
}

const byNumber: Statement = { name: 'event_by_number', text: 'SELECT id FROM event WHERE id = $1' }

/** Finds the event a person names. Ends the command where there is none, or more than one. */
export async function findEvent(pool: Pool, operands: EventOperands): Promise<bigint> {
  const [first, account, eventId] = operands
  if (account === undefined) return findByNumber(pool, first)
  if (eventId === undefined) {
    throw new Stop(exitCodes.usage, 'Name the event by PROVIDER ACCOUNT EVENT_ID, or by our number alone.')
  }
  const identity = [first, account, eventId]
  const [exact] = await run<{ id: bigint }>(pool, byIdentity, identity)
  if (exact !== undefined) return exact.id
  const candidates = await run<{ id: bigint; account: string }>(pool, bySourceAccount, identity)
  const [only] = candidates
  if (only === undefined) {
    throw new Stop(
      exitCodes.refused,
      `There is no event ${eventId} of ${first} account ${account} here. \`delivery list\` shows what arrived and was refused or rejected.`,
    )
  }
  if (candidates.length === 1) return only.id
  const lines = candidates.map((candidate) => `  ${candidate.id}  ${first} ${candidate.account} ${eventId}`)
  throw new Stop(
    exitCodes.refused,
    `Sources of account ${account} received this id under several accounts of their own. Name one of them, by its number or its own account:\n${lines.join('\n')}`,
  )
}

async function findByNumber(pool: Pool, text: string): Promise<bigint> {
  if (!/^[1-9]\d{0,18}$/.test(text) || BigInt(text) >= 2n ** 63n) {
    throw new Stop(
      exitCodes.usage,
      `${JSON.stringify(text)} is not one of our numbers. Name the event by PROVIDER ACCOUNT EVENT_ID, or by our number.`,
    )
  }
  const [event] = await run<{ id: bigint }>(pool, byNumber, [BigInt(text)])
  if (event === undefined) throw new Stop(exitCodes.refused, `There is no event ${text} here.`)
  return event.id
}
