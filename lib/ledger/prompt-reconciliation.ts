import { run, type Statement, type Tx } from '#lib/db/connect.ts'

const prompt: Statement = {
  name: 'prompt_reconciliation',
  text: `
UPDATE processing SET next_attempt_at = clock_timestamp()
WHERE event_id = ANY ($1::bigint[]) AND state = 'effect_uncertain' AND next_attempt_at > clock_timestamp()
RETURNING event_id`,
}

/** Makes the next look-up of these uncertain events due now. Sends nothing. Returns how many were brought forward. */
export async function promptReconciliation(tx: Tx, eventIds: readonly bigint[]): Promise<number> {
  const rows = await run(tx, prompt, [[...new Set(eventIds)].sort((a, b) => (a < b ? -1 : 1))])
  return rows.length
}
