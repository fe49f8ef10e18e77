import { type Pool, run, type Statement } from '#lib/db/connect.ts'

const read: Statement = {
  name: 'next_demo_number',
  text: `
SELECT coalesce(max(substring(provider_event_id FROM '^EV(\\d{1,9})$')::int) + 1, 70) AS next
FROM event WHERE provider = 'demo' AND account = $1 AND provider_event_id ~ '^EV\\d{1,9}$'`,
}

/** The demo's events are EV70, EV71, …: the first that has not happened yet. */
export async function nextNumber(pool: Pool, account: string): Promise<number> {
  const [row] = await run<{ next: number }>(pool, read, [account])
  return row?.next ?? 70
}
