import { hostname } from 'node:os'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'

const seen: Statement = {
  name: 'worker_seen',
  text: `
INSERT INTO worker (id, host, pid, in_flight) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET seen_at = now(), in_flight = excluded.in_flight`,
}
const stopped: Statement = {
  name: 'worker_stopped',
  text: 'UPDATE worker SET seen_at = now(), stopped_at = now(), in_flight = 0 WHERE id = $1',
}
const forget: Statement = {
  name: 'forget_workers',
  text: `DELETE FROM worker WHERE seen_at < now() - interval '7 days'`,
}

/** Says that this worker lives and how much it has in hand; forgets those not seen for a week. */
export async function reportWorker(pool: Pool, name: string, inFlight: number): Promise<void> {
  await run(pool, seen, [name, hostname(), process.pid, inFlight])
  await run(pool, forget, [])
}

export async function reportStopped(pool: Pool, name: string): Promise<void> {
  await run(pool, stopped, [name])
}
