import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import type { Disposition } from './machine.ts'
import { promptReconciliation } from './prompt-reconciliation.ts'
import { acceptNew } from './sql/accept-new.ts'
import { lockEvents } from './sql/lock-events.ts'
import { recogniseKnown } from './sql/recognise-known.ts'
import { recordUnidentified } from './sql/record-unidentified.ts'
import { storable } from './storable.ts'

/** One authentic request, read by its provider's adapter, ready to be written. */
export interface Arrival {
  readonly sourceId: number
  readonly secretId: number | null
  readonly remoteAddress: string | null
  readonly body: Buffer
  readonly bodyDigest: Buffer
  /** Allow-listed request headers. */
  readonly headers: Readonly<Record<string, string>>
  readonly deliveryReference: string | null
  readonly attemptNumber: number | null
  readonly rejectedStatus: number
  readonly conflictStatus: number
  /** Set where it is authentic but not to be processed. */
  readonly rejectReason: string | null
  /** Null where the request carries no usable identity; then `rejectReason` says why. */
  readonly identity: {
    readonly provider: string
    readonly account: string
    readonly eventId: string
    readonly type: string
    readonly basis: 'documented' | 'unsigned_header' | 'derived'
    readonly subject: string | null
    readonly revision: string | null
    readonly occurredAtMs: number | null
    readonly canonicalDigest: Buffer
  } | null
}

export interface Accepted {
  readonly disposition: Disposition
  readonly eventId: bigint | null
  readonly deliveryId: bigint
}

const holdConflicting: Statement = {
  name: 'hold_conflicting',
  text: `
UPDATE processing SET hold = 'conflict'
WHERE event_id = ANY ($1::bigint[]) AND state NOT IN ('completed', 'rejected') AND hold IS DISTINCT FROM 'conflict'`,
}

const noDigest = Buffer.alloc(32)

const text = (value: string | null) => (value === null ? null : storable(value, 1000))

/** The parameters every accepting statement takes; see sql/arrivals.ts. */
function parameters(rows: readonly Arrival[]): unknown[] {
  let bodyAt = 0
  const facts = rows.map((row, ord) => {
    const at = bodyAt
    bodyAt += row.body.length
    return {
      ord,
      source_id: row.sourceId,
      provider: row.identity?.provider,
      account: row.identity?.account,
      provider_event_id: row.identity?.eventId,
      type: row.identity?.type,
      identity_basis: row.identity?.basis,
      subject: row.identity?.subject,
      revision: row.identity?.revision,
      occurred_ms: row.identity?.occurredAtMs,
      body_at: at,
      body_bytes: row.body.length,
      headers: row.headers,
      delivery_reference: text(row.deliveryReference),
      attempt_number: row.attemptNumber,
      remote_address: text(row.remoteAddress),
      secret_id: row.secretId,
      reject_reason: text(row.rejectReason),
      rejected_status: row.rejectedStatus,
      conflict_status: row.conflictStatus,
    }
  })
  const digests = rows.flatMap((row) => [row.bodyDigest, row.identity?.canonicalDigest ?? noDigest])
  return [JSON.stringify(facts), Buffer.concat(rows.map((row) => row.body)), Buffer.concat(digests)]
}

/** What became of the arrivals so far, by their place in the batch. */
interface Written {
  readonly accepted: Map<number, Accepted>
  xid: string
}

/** Arrivals with their places in the batch, of which the statements see a part. */
type Placed = readonly { readonly place: number; readonly arrival: Arrival }[]

const arrivalsOf = (placed: Placed) => placed.map((one) => one.arrival)

async function writeNew(tx: Tx, placed: Placed, written: Written) {
  const fresh = await run<{ ord: number; event_id: bigint; delivery_id: bigint; xid: string }>(
    tx,
    acceptNew,
    parameters(arrivalsOf(placed)),
  )
  for (const row of fresh) {
    const { place, arrival } = at(placed, row.ord)
    const disposition = arrival.rejectReason === null ? 'accepted' : 'rejected'
    written.accepted.set(place, { disposition, eventId: row.event_id, deliveryId: row.delivery_id })
    written.xid = row.xid
  }
}

interface KnownRow {
  ord: number
  event_id: bigint
  original_id: bigint
  delivery_id: bigint
  disposition: Disposition
  state: string
  xid: string
}

async function writeKnown(tx: Tx, placed: Placed, written: Written) {
  const known = await run<KnownRow & Record<string, unknown>>(tx, recogniseKnown, parameters(arrivalsOf(placed)))
  for (const row of known) {
    const { disposition, event_id: eventId, delivery_id: deliveryId } = row
    written.accepted.set(at(placed, row.ord).place, { disposition, eventId, deliveryId })
    written.xid = row.xid
  }
  const conflicting = known.filter((row) => row.disposition === 'conflict').map((row) => row.original_id)
  const uncertain = known
    .filter((row) => row.disposition === 'duplicate' && row.state === 'effect_uncertain')
    .map((row) => row.event_id)
  const touched = [...new Set([...conflicting, ...uncertain])]
  if (touched.length === 0) return
  await run(tx, lockEvents, [touched])
  if (conflicting.length > 0) await run(tx, holdConflicting, [conflicting])
  if (uncertain.length > 0) await promptReconciliation(tx, uncertain)
}

async function writeUnidentified(tx: Tx, placed: Placed, written: Written) {
  const recorded = await run<{ ord: number; delivery_id: bigint; xid: string }>(
    tx,
    recordUnidentified,
    parameters(arrivalsOf(placed)),
  )
  for (const row of recorded) {
    written.accepted.set(at(placed, row.ord).place, {
      disposition: 'rejected',
      eventId: null,
      deliveryId: row.delivery_id,
    })
    written.xid = row.xid
  }
}

function at(placed: Placed, ord: number): Placed[number] {
  const one = placed[ord]
  if (one === undefined) throw new Error(`the database answered for arrival ${ord}, which was not asked`)
  return one
}

/**
 * Writes a batch of arrivals: new events whole, known ones as duplicates or conflicts, unusable ones as rejected
 * deliveries. Returns one result per arrival, in order, and the id of the transaction, by which an unknown commit can
 * be looked up afterwards. Nothing may be acknowledged before the transaction has committed.
 */
export async function acceptEvents(
  tx: Tx,
  arrivals: readonly Arrival[],
): Promise<{ accepted: Accepted[]; xid: string }> {
  const written: Written = { accepted: new Map(), xid: '' }
  const placed: Placed = arrivals.map((arrival, place) => ({ place, arrival }))
  const identified = placed.filter((one) => one.arrival.identity !== null)
  const unidentified = placed.filter((one) => one.arrival.identity === null)

  if (identified.length > 0) await writeNew(tx, identified, written)
  const known = identified.filter((one) => !written.accepted.has(one.place))
  if (known.length > 0) await writeKnown(tx, known, written)
  if (unidentified.length > 0) await writeUnidentified(tx, unidentified, written)

  const accepted = placed.map(({ place }) => {
    const result = written.accepted.get(place)
    if (result === undefined)
      throw new Error(`arrival ${place} was neither new nor known; nothing of the batch is kept`)
    return result
  })
  return { accepted, xid: written.xid }
}
