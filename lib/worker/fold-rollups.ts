import { type Pool, run, type Statement, transaction } from '#lib/db/connect.ts'

const batchSize = 20_000

/** Whoever writes rollup holds this lock: two folders would wait for each other's rows. The number is this lock's alone. */
export const rollupLock = 7_413_001

const takeTurn: Statement = { name: 'fold_turn', text: `SELECT pg_try_advisory_xact_lock(${rollupLock}) AS mine` }

/**
 * Moves counted changes from rollup_delta into rollup: once under their minute, once under the epoch, which holds the
 * totals. In one statement, so that every reader sees each change in one of the two tables.
 */
const fold: Statement = {
  name: 'fold_rollups',
  text: `
WITH gone AS (
  DELETE FROM rollup_delta WHERE id IN (SELECT id FROM rollup_delta ORDER BY id LIMIT $1) RETURNING at, source_id, metric, count
), folded AS (
  SELECT date_trunc('minute', at, 'UTC') AS bucket, source_id, metric, sum(count)::bigint AS count FROM gone GROUP BY 1, 2, 3
  UNION ALL
  SELECT 'epoch'::timestamptz, source_id, metric, sum(count)::bigint FROM gone GROUP BY 2, 3
), kept AS (
  INSERT INTO rollup (bucket, source_id, metric, count)
  SELECT bucket, source_id, metric, count FROM folded
  ON CONFLICT (bucket, source_id, metric) DO UPDATE SET count = rollup.count + excluded.count
)
SELECT count(*)::int AS folded FROM gone`,
}

/** Returns whether there is more to fold at once. */
export async function foldRollups(pool: Pool): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const [turn] = await run<{ mine: boolean }>(tx, takeTurn, [])
    if (!turn?.mine) return false
    const [row] = await run<{ folded: number }>(tx, fold, [batchSize])
    return row?.folded === batchSize
  })
}
