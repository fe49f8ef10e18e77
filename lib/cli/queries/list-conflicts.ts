import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export interface ConflictRow {
  readonly id: bigint
  readonly eventId: bigint
  readonly provider: string
  readonly account: string
  readonly providerEventId: string
  readonly source: string
  readonly state: string
  readonly openedAt: Date
  readonly deliveryId: bigint
  readonly originalDigest: Buffer
  readonly otherDigest: Buffer
  readonly resolution: string | null
  readonly resolvedAt: Date | null
  readonly resolvedBy: string | null
  readonly reason: string | null
  readonly correctionEventId: bigint | null
}

const columns = `
SELECT c.id, c.event_id AS "eventId", e.provider, e.account, e.provider_event_id AS "providerEventId", s.slug AS source, p.state,
  c.opened_at AS "openedAt", c.delivery_id AS "deliveryId", e.canonical_digest AS "originalDigest",
  c.canonical_digest AS "otherDigest", c.resolution, c.resolved_at AS "resolvedAt", c.resolved_by AS "resolvedBy", c.reason,
  c.correction_event_id AS "correctionEventId"
FROM payload_conflict c JOIN event e ON e.id = c.event_id JOIN source s ON s.id = e.source_id JOIN processing p ON p.event_id = e.id`

const open: Statement = {
  name: 'list_open_conflicts',
  text: `${columns} WHERE c.resolution IS NULL ORDER BY c.id LIMIT $1`,
}

const all: Statement = { name: 'list_conflicts', text: `${columns} ORDER BY c.id DESC LIMIT $1` }

/** The open ones, oldest first; or all, newest first. */
export function listConflicts(pool: Pool, filter: { all: boolean; limit: number }): Promise<ConflictRow[]> {
  return run<ConflictRow>(pool, filter.all ? all : open, [filter.limit])
}
