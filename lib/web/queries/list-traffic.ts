import { prisma } from '#lib/db/prisma.ts'

/** What a chart of this period is made of: its length and the width of one step. */
export const trafficPeriods = {
  '1h': { hours: 1, stepMinutes: 1, says: 'per minute, last hour' },
  '6h': { hours: 6, stepMinutes: 5, says: 'per 5 minutes, last 6 hours' },
  '24h': { hours: 24, stepMinutes: 15, says: 'per 15 minutes, last 24 hours' },
} as const
export type TrafficPeriod = keyof typeof trafficPeriods

export interface TrafficStep {
  readonly at: string
  /** Requests that reached us, whatever became of them. */
  readonly deliveries: number
  /** Events that came to completion. */
  readonly completed: number
}

interface Row {
  at: Date
  deliveries: bigint
  completed: bigint
}

/** From the rollups' minutes and what is not folded into them yet; steps without anything are there as zeros. */
export async function listTraffic(period: TrafficPeriod): Promise<TrafficStep[]> {
  const { hours, stepMinutes } = trafficPeriods[period]
  const rows = await prisma().$queryRaw<Row[]>`
    WITH span AS (
      SELECT make_interval(mins => ${stepMinutes}::int) AS step,
        date_bin(make_interval(mins => ${stepMinutes}::int), clock_timestamp(), to_timestamp(0)) AS until
    ), counted AS (
      SELECT bucket AS at, metric, count FROM rollup
      WHERE bucket > clock_timestamp() - make_interval(hours => ${hours}::int)
        AND (metric LIKE 'delivery.%' OR metric LIKE 'event.%.completed')
      UNION ALL
      SELECT at, metric, count FROM rollup_delta
      WHERE at > clock_timestamp() - make_interval(hours => ${hours}::int)
        AND (metric LIKE 'delivery.%' OR metric LIKE 'event.%.completed')
    ), steps AS (
      SELECT date_bin(step, at, to_timestamp(0)) AS at,
        sum(count) FILTER (WHERE metric LIKE 'delivery.%') AS deliveries,
        sum(count) FILTER (WHERE metric LIKE 'event.%') AS completed
      FROM counted, span GROUP BY 1
    )
    SELECT g.at, coalesce(s.deliveries, 0)::bigint AS deliveries, coalesce(s.completed, 0)::bigint AS completed
    FROM span
    CROSS JOIN generate_series(span.until - make_interval(hours => ${hours}::int) + span.step, span.until, span.step) AS g (at)
    LEFT JOIN steps s ON s.at = g.at
    ORDER BY g.at`
  return rows.map((row) => ({
    at: row.at.toISOString(),
    deliveries: Number(row.deliveries),
    completed: Number(row.completed),
  }))
}
