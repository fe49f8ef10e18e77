import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { rollupLock } from '#lib/worker/fold-rollups.ts'

/** Of the demo's sources only; children before what they refer to. */
const deletions = [
  ['conflicts', 'DELETE FROM payload_conflict WHERE event_id IN (SELECT id FROM event WHERE source_id = ANY ($1))'],
  [
    'findings',
    'DELETE FROM reconciliation_finding WHERE event_id IN (SELECT id FROM event WHERE source_id = ANY ($1))',
  ],
  ['side effects', 'DELETE FROM side_effect WHERE event_id IN (SELECT id FROM event WHERE source_id = ANY ($1))'],
  [
    'requests',
    `DELETE FROM operation_request WHERE operation_id IN (
       SELECT o.id FROM operation o JOIN event e ON e.id = o.event_id WHERE e.source_id = ANY ($1))`,
  ],
  ['operations', 'DELETE FROM operation WHERE event_id IN (SELECT id FROM event WHERE source_id = ANY ($1))'],
  [
    'payloads',
    `DELETE FROM payload WHERE event_id IN (SELECT id FROM event WHERE source_id = ANY ($1))
       OR delivery_id IN (SELECT id FROM delivery WHERE source_id = ANY ($1))`,
  ],
  ['ledger entries', 'DELETE FROM ledger_entry WHERE event_id IN (SELECT id FROM event WHERE source_id = ANY ($1))'],
  ['processing', 'DELETE FROM processing WHERE source_id = ANY ($1)'],
  ['deliveries', 'DELETE FROM delivery WHERE source_id = ANY ($1)'],
  ['events', 'DELETE FROM event WHERE source_id = ANY ($1)'],
  ['deltas', 'DELETE FROM rollup_delta WHERE source_id = ANY ($1)'],
  ['rollups', 'DELETE FROM rollup WHERE source_id = ANY ($1)'],
  // Its bindings and secrets go with it.
  ['sources', 'DELETE FROM source WHERE id = ANY ($1)'],
] as const

const findSources: Statement = { name: 'find_demo_sources', text: 'SELECT id FROM source WHERE demo FOR UPDATE' }
const claimed: Statement = {
  name: 'count_claimed_demo_events',
  text: `SELECT count(*)::int AS count FROM processing WHERE source_id = ANY ($1) AND state = 'claimed'`,
}
const removeDestinations: Statement = {
  name: 'remove_demo_destinations',
  text: `
DELETE FROM destination d WHERE demo
  AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.destination_id = d.id)
  AND NOT EXISTS (SELECT 1 FROM action_binding b WHERE b.destination_id = d.id)`,
}

/**
 * Removes what the demonstration has written: its sources with everything that came through them, and its
 * destination. Facts may only be deleted by retention, which is what this says it is. Returns what was done, in words.
 *
 * @throws Problem where a worker is at one of its events; then nothing is removed.
 */
export async function removeDemo(tx: Tx): Promise<string> {
  await tx.query(`SET LOCAL ledger.purpose = 'retention'`)
  await tx.query('SELECT pg_advisory_xact_lock($1)', [rollupLock])
  const ids = (await run<{ id: number }>(tx, findSources, [])).map(({ id }) => id)
  const [busy] = await run<{ count: number }>(tx, claimed, [ids])
  if (busy && busy.count > 0)
    throw new Problem('A worker is at one of the demo’s events just now. Nothing was removed; try again in a moment.')
  const removed = await removeAll(tx, ids)
  await run(tx, removeDestinations, [])
  return `Removed: ${removed.get('sources')} demo source(s) with ${removed.get('events')} event(s) and ${removed.get('deliveries')} delivery(ies).`
}

async function removeAll(tx: Tx, sourceIds: readonly number[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [what, text] of deletions) counts.set(what, (await tx.query(text, [sourceIds])).rowCount ?? 0)
  return counts
}
