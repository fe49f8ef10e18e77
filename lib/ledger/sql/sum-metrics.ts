import type { Statement } from '#lib/db/connect.ts'

/** $1: source id or NULL. Folded totals and what is not folded yet, in one snapshot, so nothing counts twice. */
export const sumMetrics: Statement = {
  name: 'sum_metrics',
  text: `
SELECT metric, sum(count)::bigint AS total
FROM (
  SELECT metric, count FROM rollup WHERE bucket = '1970-01-01T00:00:00Z' AND ($1::int IS NULL OR source_id = $1)
  UNION ALL
  SELECT metric, count FROM rollup_delta WHERE $1::int IS NULL OR source_id = $1
) counted
GROUP BY metric`,
}
