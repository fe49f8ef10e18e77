import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { lockEvents } from './sql/lock-events.ts'

/** Matches the fence, and only a lease that is still running: a lost one is never revived. */
const renew: Statement = {
  name: 'renew_claims',
  text: `
UPDATE processing p SET lease_until = clock_timestamp() + make_interval(secs => $3)
FROM unnest($1::bigint[], $2::int[]) AS held (event_id, fence)
WHERE p.event_id = held.event_id AND p.fence = held.fence AND p.lease_until > clock_timestamp()
RETURNING p.event_id`,
}

/** Extends the leases that are still ours; returns the ids of those that are. The rest must be abandoned. */
export async function renewClaims(
  tx: Tx,
  held: readonly { readonly eventId: bigint; readonly fence: number }[],
  leaseSeconds: number,
): Promise<Set<bigint>> {
  if (held.length === 0) return new Set()
  const ordered = [...held].sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
  const ids = ordered.map((claim) => claim.eventId)
  await run(tx, lockEvents, [ids])
  const rows = await run<{ event_id: bigint }>(tx, renew, [ids, ordered.map((claim) => claim.fence), leaseSeconds])
  return new Set(rows.map((row) => row.event_id))
}
