import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export interface UncertainRow {
  readonly operationId: bigint
  /** The operation's seq: what a decision is compared with. */
  readonly seq: number
  readonly eventId: bigint
  readonly provider: string
  readonly account: string
  readonly providerEventId: string
  readonly action: string
  readonly destination: string | null
  readonly repeat: string | null
  readonly since: Date
  readonly attempts: number
  readonly looks: number
  readonly nextLookAt: Date
  readonly lastError: string | null
  /** The latest finding, as `kind: verdict`. */
  readonly evidence: string | null
}

const statement: Statement = {
  name: 'list_uncertain',
  text: `
SELECT o.id AS "operationId", o.seq, o.event_id AS "eventId", e.provider, e.account, e.provider_event_id AS "providerEventId",
  o.action, d.slug AS destination, d.repeat, o.state_since AS since, o.attempts, p.looks, p.next_attempt_at AS "nextLookAt",
  o.last_error AS "lastError",
  (SELECT f.kind || ': ' || f.verdict FROM reconciliation_finding f WHERE f.operation_id = o.id ORDER BY f.id DESC LIMIT 1) AS evidence
FROM processing p
JOIN operation o ON o.event_id = p.event_id AND o.state = 'uncertain'
JOIN event e ON e.id = p.event_id
LEFT JOIN destination d ON d.id = o.destination_id
WHERE p.state = 'effect_uncertain'
ORDER BY p.event_id, o.id LIMIT $1`,
}

/** Operations whose outcome nobody knows, of the oldest events first. */
export function listUncertain(pool: Pool, limit: number): Promise<UncertainRow[]> {
  return run<UncertainRow>(pool, statement, [limit])
}
