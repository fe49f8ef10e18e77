import { createHash } from 'node:crypto'
import { type Pool, transaction } from '#lib/db/connect.ts'
import { type Accepted, type Arrival, acceptEvents } from '#lib/ledger/accept-events.ts'
import { beginOperations } from '#lib/ledger/begin-operations.ts'
import { type ClaimedEvent, claimEvents } from '#lib/ledger/claim-events.ts'
import { concludeEvents, type Ending } from '#lib/ledger/conclude-events.ts'
import { type Conclusion, concludeOperations } from '#lib/ledger/conclude-operations.ts'
import { operationKey, planOperations } from '#lib/ledger/plan-operations.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Arranges ledgers for tests through the product's own verbs, so that what is arranged could really have happened. */
export class Arrange {
  readonly pool: Pool
  sourceId = 0
  destinationId = 0
  readonly worker = 'worker-under-test'

  constructor(pool: Pool) {
    this.pool = pool
  }

  /** One source of the demo provider and one destination. */
  async configuration(): Promise<this> {
    const source = await this.pool.query<{ id: number }>(
      `INSERT INTO source (slug, name, provider, account) VALUES ('arranged', 'Arranged', 'demo', 'acct-a') RETURNING id`,
    )
    const destination = await this.pool.query<{ id: number }>(
      `INSERT INTO destination (slug, name, base_url, repeat) VALUES ('arranged', 'Arranged', 'http://127.0.0.1:9', 'lookup') RETURNING id`,
    )
    this.sourceId = source.rows[0]?.id ?? 0
    this.destinationId = destination.rows[0]?.id ?? 0
    return this
  }

  arrival(eventId: string, content = 'first', changes: Partial<Arrival> = {}): Arrival {
    return {
      sourceId: this.sourceId,
      secretId: null,
      remoteAddress: '198.51.100.7',
      body: Buffer.from(content),
      bodyDigest: sha256(content),
      headers: { 'content-type': 'application/json' },
      deliveryReference: null,
      attemptNumber: null,
      rejectedStatus: 202,
      conflictStatus: 202,
      rejectReason: null,
      identity: {
        provider: 'demo',
        account: 'acct-a',
        eventId,
        type: 'packet.ready',
        basis: 'documented',
        subject: null,
        revision: null,
        occurredAtMs: null,
        canonicalDigest: sha256(content),
      },
      ...changes,
    }
  }

  async accept(...arrivals: Arrival[]): Promise<Accepted[]> {
    return (await transaction(this.pool, (tx) => acceptEvents(tx, arrivals))).accepted
  }

  claim(limit = 100, leaseSeconds = 60, worker = this.worker): Promise<ClaimedEvent[]> {
    return transaction(this.pool, (tx) => claimEvents(tx, { worker, limit, leaseSeconds }))
  }

  /** Accepts one event and claims it. */
  async claimed(eventId: string, leaseSeconds = 60): Promise<ClaimedEvent> {
    await this.accept(this.arrival(eventId))
    const event = (await this.claim(100, leaseSeconds)).find((one) => one.eventId === eventId)
    if (event === undefined) throw new Error(`${eventId} could not be claimed`)
    return event
  }

  async plan(event: ClaimedEvent, action = 'create-review-item'): Promise<bigint> {
    const key = operationKey({ ...event, action, version: 1 })
    const request = { method: 'POST', path: '/items', headers: {}, body: Buffer.from('{}') }
    const plan = {
      eventId: event.id,
      fence: event.fence,
      action,
      version: 1,
      destinationId: this.destinationId,
      key,
      request,
    }
    const [operationId] = await transaction(this.pool, (tx) => planOperations(tx, [plan], this.worker))
    if (operationId == null) throw new Error('the claim is no longer held')
    return operationId
  }

  /** Plans an operation and commits its intent. */
  async begun(event: ClaimedEvent, action?: string): Promise<bigint> {
    const operationId = await this.plan(event, action)
    const begin = { eventId: event.id, operationId, fence: event.fence, idempotencyKey: `key-${operationId}` }
    await transaction(this.pool, (tx) => beginOperations(tx, [begin], this.worker))
    return operationId
  }

  async conclude(event: ClaimedEvent, operationId: bigint, conclusion: Conclusion, attempt = 1) {
    const concluded = { eventId: event.id, operationId, attempt, fence: event.fence, conclusion }
    const [moved] = await transaction(this.pool, (tx) => concludeOperations(tx, [concluded], this.worker))
    return moved
  }

  async end(event: ClaimedEvent, ending: Ending) {
    const [moved] = await transaction(this.pool, (tx) =>
      concludeEvents(tx, [{ eventId: event.id, fence: event.fence, ending }], this.worker),
    )
    return moved
  }

  /** An event whose only operation was sent and never answered. */
  async uncertain(eventId: string): Promise<{ event: ClaimedEvent; operationId: bigint }> {
    const event = await this.claimed(eventId)
    const operationId = await this.begun(event)
    await this.conclude(event, operationId, { kind: 'lost', detail: 'no answer in 10 s' })
    await this.end(event, { kind: 'lose', reason: 'no answer in 10 s', delayMs: 60_000 })
    return { event, operationId }
  }

  async standing(eventId: bigint) {
    const { rows } = await this.pool.query<{
      state: string
      seq: number
      state_seq: number
      fence: number
      attempts: number
      hold: string | null
      due_in_ms: number
    }>(
      `SELECT state, seq, state_seq, fence, attempts, hold, (extract(epoch FROM next_attempt_at - clock_timestamp()) * 1000)::float8 AS due_in_ms
       FROM processing WHERE event_id = $1`,
      [eventId],
    )
    const row = rows[0]
    if (row === undefined) throw new Error(`event ${eventId} does not exist`)
    return row
  }

  async transitions(eventId: bigint): Promise<string[]> {
    const { rows } = await this.pool.query<{ transition: string }>(
      'SELECT transition FROM ledger_entry WHERE event_id = $1 ORDER BY seq',
      [eventId],
    )
    return rows.map((row) => row.transition)
  }
}
