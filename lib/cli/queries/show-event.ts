import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { EventState, Hold } from '#lib/ledger/machine.ts'

/** Everything about one event but its payload, which takes a command of its own. */
export interface EventShown {
  readonly event: {
    readonly id: bigint
    readonly source: string
    readonly provider: string
    readonly account: string
    readonly eventId: string
    readonly type: string
    readonly identityBasis: string
    readonly subject: string | null
    readonly revision: string | null
    readonly occurredAt: Date | null
    readonly receivedAt: Date
    readonly bodyDigest: Buffer
    readonly canonicalDigest: Buffer
    readonly correctsEventId: bigint | null
    readonly state: EventState
    readonly stateSince: Date
    readonly seq: number
    readonly fence: number
    readonly worker: string | null
    readonly leaseUntil: Date | null
    readonly attempts: number
    readonly nextAttemptAt: Date
    readonly looks: number
    readonly hold: Hold | null
    readonly lastError: string | null
  }
  readonly deliveries: readonly Row[]
  readonly ledger: readonly Row[]
  readonly operations: readonly Row[]
  readonly sideEffects: readonly Row[]
  readonly conflicts: readonly Row[]
}

export type Row = Readonly<Record<string, unknown>>

/** An event that a provider sends again and again shows its latest deliveries. */
export const deliveriesShown = 10_000

const event: Statement = {
  name: 'show_event',
  text: `
SELECT e.id, s.slug AS source, e.provider, e.account, e.provider_event_id AS "eventId", e.type,
  e.identity_basis AS "identityBasis", e.subject, e.revision, e.occurred_at AS "occurredAt", e.received_at AS "receivedAt",
  e.body_digest AS "bodyDigest", e.canonical_digest AS "canonicalDigest", e.corrects_event_id AS "correctsEventId",
  p.state, p.state_since AS "stateSince", p.seq, p.fence, p.worker, p.lease_until AS "leaseUntil", p.attempts,
  p.next_attempt_at AS "nextAttemptAt", p.looks, p.hold, p.last_error AS "lastError"
FROM event e JOIN source s ON s.id = e.source_id JOIN processing p ON p.event_id = e.id
WHERE e.id = $1`,
}

const deliveries: Statement = {
  name: 'show_deliveries',
  text: `
SELECT * FROM (
  SELECT id, disposition, reason, received_at AS "receivedAt", http_status AS "httpStatus", body_bytes AS "bodyBytes",
    body_digest AS "bodyDigest", canonical_digest AS "canonicalDigest", delivery_reference AS "deliveryReference",
    attempt_number AS "attemptNumber", remote_address AS "remoteAddress", secret_id AS "secretId"
  FROM delivery WHERE event_id = $1 ORDER BY id DESC LIMIT $2
) latest ORDER BY id`,
}

const ledger: Statement = {
  name: 'show_ledger',
  text: `
SELECT seq, at, entity, operation_id AS "operationId", transition, from_state AS "from", to_state AS "to", "by", actor,
  fence, delivery_id AS "deliveryId", attempt, reason, detail
FROM ledger_entry WHERE event_id = $1 ORDER BY seq`,
}

const operations: Statement = {
  name: 'show_operations',
  text: `
SELECT o.id, o.action, o.version, d.slug AS destination, o.key, o.state, o.seq, o.attempts, o.reference,
  o.last_error AS "lastError", o.planned_at AS "plannedAt", o.state_since AS "stateSince", q.digest AS "requestDigest"
FROM operation o LEFT JOIN destination d ON d.id = o.destination_id LEFT JOIN operation_request q ON q.operation_id = o.id
WHERE o.event_id = $1 ORDER BY o.id`,
}

const findings: Statement = {
  name: 'show_findings',
  text: `
SELECT id, operation_id AS "operationId", attempt, run_id AS "runId", kind, verdict, reference, detail, actor, at
FROM reconciliation_finding WHERE event_id = $1 ORDER BY id`,
}

const sideEffects: Statement = {
  name: 'show_side_effects',
  text: `
SELECT operation_id AS "operationId", attempt, fence, worker, idempotency_key AS "idempotencyKey",
  request_digest AS "requestDigest", submitted_at AS "submittedAt", outcome, outcome_at AS "outcomeAt",
  http_status AS "httpStatus", reference, detail
FROM side_effect WHERE event_id = $1 ORDER BY submitted_at, operation_id, attempt`,
}

const conflicts: Statement = {
  name: 'show_conflicts',
  text: `
SELECT id, canonical_digest AS "canonicalDigest", delivery_id AS "deliveryId", opened_at AS "openedAt", resolution,
  resolved_at AS "resolvedAt", resolved_by AS "resolvedBy", reason, correction_event_id AS "correctionEventId"
FROM payload_conflict WHERE event_id = $1 ORDER BY id`,
}

/** Reads an event in one snapshot, so that its parts agree with each other. */
export async function showEvent(pool: Pool, eventId: bigint): Promise<EventShown | undefined> {
  const tx = await pool.connect()
  try {
    await tx.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [shown] = await run<EventShown['event']>(tx, event, [eventId])
    const found = await run<Row>(tx, findings, [eventId])
    const parts = {
      deliveries: await run<Row>(tx, deliveries, [eventId, deliveriesShown]),
      ledger: await run<Row>(tx, ledger, [eventId]),
      operations: (await run<Row>(tx, operations, [eventId])).map((operation) => ({
        ...operation,
        findings: found.filter((finding) => finding.operationId === operation.id),
      })),
      sideEffects: await run<Row>(tx, sideEffects, [eventId]),
      conflicts: await run<Row>(tx, conflicts, [eventId]),
    }
    await tx.query('COMMIT')
    return shown === undefined ? undefined : { event: shown, ...parts }
  } finally {
    // The session is not used again: a failed query leaves nothing behind.
    tx.release(true)
  }
}
