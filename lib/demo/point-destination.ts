import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export const demoDestination = 'demo-packets'

const point: Statement = {
  name: 'point_demo_destination',
  text: `UPDATE destination SET base_url = $2 WHERE slug = $1 AND demo AND base_url <> $2 RETURNING id`,
}

/** Corrects where the demo's destination is, once its server has had to take another port. Workers are told. */
export async function pointDestination(pool: Pool, url: string): Promise<void> {
  const moved = await run(pool, point, [demoDestination, url])
  if (moved.length > 0) await pool.query(`SELECT pg_notify('ledger_changed', '')`)
}
