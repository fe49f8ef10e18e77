import { prisma } from '#lib/db/prisma.ts'

/** The oldest are shown; the rest comes up as these are settled. */
export const UNCERTAIN_SHOWN = 200

export interface UncertainRow {
  readonly operationId: string
  readonly eventId: string
  readonly providerEventId: string
  readonly demo: boolean
  readonly action: string
  readonly destination: string | null
  /** The destination cannot be asked and is not to be repeated: only a person ends it. */
  readonly needsPerson: boolean
  readonly since: string
  readonly nextLookAt: string
  readonly looks: number
  readonly evidence: string
}

interface Row {
  operation_id: bigint
  event_id: bigint
  provider_event_id: string
  demo: boolean
  action: string
  destination: string | null
  needs_person: boolean | null
  since: Date
  next_look_at: Date
  looks: number
  evidence: string | null
}

/** Operations whose outcome nobody knows, oldest first, with the latest evidence about each. */
export async function listUncertain(): Promise<UncertainRow[]> {
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT o.id AS operation_id, e.id AS event_id, e.provider_event_id, s.demo, o.action, d.name AS destination,
      d.repeat = 'none' AND d.policy = 'avoid-duplicate' AS needs_person,
      o.state_since AS since, p.next_attempt_at AS next_look_at, p.looks, coalesce(f.says, o.last_error) AS evidence
    FROM (
      SELECT event_id, next_attempt_at, looks FROM processing WHERE state = 'effect_uncertain' ORDER BY event_id LIMIT ${UNCERTAIN_SHOWN}
    ) AS p
    JOIN event e ON e.id = p.event_id
    JOIN source s ON s.id = e.source_id
    JOIN operation o ON o.event_id = p.event_id AND o.state = 'uncertain'
    LEFT JOIN destination d ON d.id = o.destination_id
    LEFT JOIN LATERAL (
      SELECT verdict || coalesce(': ' || detail, '') AS says FROM reconciliation_finding WHERE operation_id = o.id ORDER BY id DESC LIMIT 1
    ) AS f ON true
    ORDER BY p.event_id, o.id`
  return rows.map((row) => ({
    operationId: String(row.operation_id),
    eventId: String(row.event_id),
    providerEventId: row.provider_event_id,
    demo: row.demo,
    action: row.action,
    destination: row.destination,
    needsPerson: row.needs_person ?? false,
    since: row.since.toISOString(),
    nextLookAt: row.next_look_at.toISOString(),
    looks: row.looks,
    evidence: row.evidence ?? 'none yet',
  }))
}
