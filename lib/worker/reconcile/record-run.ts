import { type Pool, run, type Statement, type Tx } from '#lib/db/connect.ts'

const begin: Statement = {
  name: 'begin_reconciliation_run',
  text: `INSERT INTO reconciliation_run (trigger, actor, scope) VALUES ('scheduled', $1, $2::jsonb) RETURNING id`,
}
const finish: Statement = {
  name: 'finish_reconciliation_run',
  text: 'UPDATE reconciliation_run SET finished_at = clock_timestamp(), looked = $2, settled = $3 WHERE id = $1',
}

/** A run groups the findings of one round of looks. */
export async function beginRun(pool: Pool, actor: string, operations: number): Promise<bigint> {
  const [row] = await run<{ id: bigint }>(pool, begin, [actor, JSON.stringify({ operations })])
  if (row === undefined) throw new Error('a reconciliation run was not recorded')
  return row.id
}

export async function finishRun(tx: Tx, id: bigint, looked: number, settled: number): Promise<void> {
  await run(tx, finish, [id, looked, settled])
}
