import { prisma } from '#lib/db/prisma.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'

/** Ids are given a little before rows commit, so time and id may disagree by this much. */
const DISORDER_MS = 60_000

/**
 * The lowest id received since then, less a margin: halves the id range by probing the primary key (at most 63 times),
 * so that a period needs no index on time. Callers also compare the time itself.
 */
export async function firstIdSince(table: 'event' | 'delivery', since: Date): Promise<bigint> {
  const name = Prisma.raw(`"${table}"`)
  const boundary = new Date(since.getTime() - DISORDER_MS)
  const [row] = await prisma().$queryRaw<{ low: bigint }[]>`
    WITH RECURSIVE halve (low, high) AS (
      SELECT 0::bigint, coalesce((SELECT max(id) FROM ${name}), 0)::bigint + 1
      UNION ALL
      SELECT
        CASE WHEN probe.received_at IS NOT NULL AND probe.received_at < ${boundary} THEN middle + 1 ELSE low END,
        CASE WHEN probe.received_at IS NOT NULL AND probe.received_at < ${boundary} THEN high ELSE middle END
      FROM (SELECT low, high, (low + high) / 2 AS middle FROM halve WHERE low < high) AS h
      LEFT JOIN LATERAL (SELECT received_at FROM ${name} WHERE id >= h.middle ORDER BY id LIMIT 1) AS probe ON true
    )
    SELECT max(low) AS low FROM halve WHERE low >= high`
  return row?.low ?? 0n
}
