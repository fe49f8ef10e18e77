import { prisma } from '#lib/db/prisma.ts'

/** Failures are grouped by cause among this many of the newest. */
export const FAILURES_LOOKED_AT = 10_000
const CAUSES_MAX = 100

export interface FailureCause {
  readonly cause: string | null
  readonly events: number
  readonly oldestSince: string
  readonly newestSince: string
  readonly example: { readonly id: string; readonly providerEventId: string }
}

interface Row {
  cause: string | null
  events: number
  oldest: Date
  newest: Date
  example: bigint
  provider_event_id: string
}

/** Failed events by what stopped them, the commonest cause first. */
export async function listFailureCauses(): Promise<FailureCause[]> {
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT f.*, e.provider_event_id FROM (
      SELECT last_error AS cause, count(*)::int AS events, min(state_since) AS oldest, max(state_since) AS newest, max(event_id) AS example
      FROM (
        SELECT event_id, last_error, state_since FROM processing WHERE state = 'failed' ORDER BY event_id DESC LIMIT ${FAILURES_LOOKED_AT}
      ) AS looked_at
      GROUP BY last_error ORDER BY count(*) DESC, max(event_id) DESC LIMIT ${CAUSES_MAX}
    ) AS f JOIN event e ON e.id = f.example
    ORDER BY f.events DESC, f.example DESC`
  return rows.map((row) => ({
    cause: row.cause,
    events: row.events,
    oldestSince: row.oldest.toISOString(),
    newestSince: row.newest.toISOString(),
    example: { id: String(row.example), providerEventId: row.provider_event_id },
  }))
}
