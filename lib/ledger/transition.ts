import { run, type Tx } from '#lib/db/connect.ts'
import type {
  ActorKind,
  EventState,
  EventTransition,
  Hold,
  OperationState,
  OperationTransition,
  Outcome,
} from './machine.ts'
import { lockEvents } from './sql/lock-events.ts'
import { moveEvents } from './sql/move-events.ts'
import { moveOperations } from './sql/move-operations.ts'
import { storable } from './storable.ts'

/**
 * Whether a move landed.
 * - `stale_fence`: the mover no longer holds the claim, or its lease has run out;
 * - `wrong_state`: the machine does not list this move from here, or not by this kind of actor;
 * - `changed`: the row moved since the person looked at it;
 * - `guarded`: the event's operations do not allow it;
 * - `held`: a conflict opened meanwhile; nothing new may start.
 */
export type MoveOutcome = 'applied' | 'stale_fence' | 'wrong_state' | 'changed' | 'guarded' | 'held' | 'not_found'

interface Mover {
  readonly by: ActorKind
  /** Who: a worker's name, a person's e-mail address. */
  readonly actor: string
  /** Required of workers where the machine says `fenced`. */
  readonly fence?: number
  /** Compare-and-set: the ledger seq the person saw. */
  readonly expectedSeq?: number
  readonly reason?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface EventMove extends Mover {
  readonly eventId: bigint
  readonly transition: EventTransition
  /** Claim only: who holds the lease, and for how long. */
  readonly worker?: string
  readonly leaseSeconds?: number
  /** When it is next due, from the database's now. */
  readonly delayMs?: number
  readonly hold?: Hold | 'none'
  readonly lastError?: string | null
  readonly resetAttempts?: boolean
  /** Takes back the attempt that the claim counted: nothing was tried. */
  readonly uncounted?: boolean
  readonly deliveryId?: bigint
}

export interface OperationMove extends Mover {
  readonly operationId: bigint
  readonly eventId: bigint
  readonly transition: OperationTransition
  /** Needed where a transition has two targets (`refuse`). */
  readonly to?: OperationState
  readonly reference?: string
  readonly lastError?: string | null
  /** `submit` only. */
  readonly idempotencyKey?: string
  /** The attempt an outcome belongs to; a different current attempt makes the move stale. */
  readonly attempt?: number
  readonly outcome?: { readonly kind: Outcome; readonly httpStatus?: number; readonly detail?: string }
}

export interface EventMoved {
  readonly eventId: bigint
  readonly outcome: MoveOutcome
  readonly state: EventState | null
  readonly fence: number | null
  readonly seq: number | null
  readonly attempts: number | null
}

export interface OperationMoved {
  readonly operationId: bigint
  readonly eventId: bigint | null
  readonly outcome: MoveOutcome
  readonly state: OperationState | null
  readonly seq: number | null
  readonly attempt: number | null
}

const cleared = (value: string | null | undefined) =>
  value === null ? '' : value === undefined ? undefined : storable(value, 500)

function eventRow(move: EventMove, ord: number) {
  return {
    ord,
    event_id: String(move.eventId),
    transition: move.transition,
    by: move.by,
    actor: move.actor,
    fence: move.fence,
    expected_seq: move.expectedSeq,
    worker: move.worker,
    lease_seconds: move.leaseSeconds,
    delay_ms: move.delayMs,
    hold: move.hold === 'none' ? '' : move.hold,
    last_error: cleared(move.lastError),
    reset_attempts: move.resetAttempts ?? false,
    counts: move.transition === 'claim' ? 1 : move.uncounted === true ? -1 : 0,
    delivery_id: move.deliveryId === undefined ? undefined : String(move.deliveryId),
    reason: move.reason === undefined ? undefined : storable(move.reason, 2000),
    detail: move.detail,
  }
}

function operationRow(move: OperationMove, ord: number) {
  return {
    ord,
    operation_id: String(move.operationId),
    transition: move.transition,
    to_state: move.to,
    by: move.by,
    actor: move.actor,
    fence: move.fence,
    expected_seq: move.expectedSeq,
    reference: move.reference === undefined ? undefined : storable(move.reference, 500),
    last_error: cleared(move.lastError),
    idempotency_key: move.idempotencyKey,
    attempt: move.attempt,
    outcome: move.outcome?.kind,
    http_status: move.outcome?.httpStatus,
    outcome_detail: move.outcome?.detail === undefined ? undefined : storable(move.outcome.detail, 2000),
    reason: move.reason === undefined ? undefined : storable(move.reason, 2000),
    detail: move.detail,
  }
}

function assertOnce(ids: readonly bigint[], what: string) {
  if (new Set(ids).size !== ids.length) throw new Error(`one call of transition moves each ${what} at most once`)
}

/**
 * The only way a state changes once its row exists (births are in accept-events.ts and plan-operations.ts). Locks
 * the events in id order, then applies the operations' moves, then the events', each judged on its own against the
 * machine's rules and reported on its own. Bad rows never fail their neighbours.
 */
export async function transition(
  tx: Tx,
  moves: {
    readonly operations?: readonly OperationMove[]
    readonly events?: readonly EventMove[]
    /** The caller's own statement has locked these events in this transaction. */
    readonly locked?: true
  },
): Promise<{ operations: OperationMoved[]; events: EventMoved[] }> {
  const operations = moves.operations ?? []
  const events = moves.events ?? []
  assertOnce(
    operations.map((move) => move.operationId),
    'operation',
  )
  assertOnce(
    events.map((move) => move.eventId),
    'event',
  )
  const touched = [...new Set([...operations, ...events].map((move) => move.eventId))]
  if (touched.length === 0) return { operations: [], events: [] }
  if (moves.locked !== true) await run(tx, lockEvents, [touched])

  const movedOperations =
    operations.length === 0
      ? []
      : await run<OperationRow>(tx, moveOperations, [JSON.stringify(operations.map(operationRow))])
  const movedEvents =
    events.length === 0 ? [] : await run<EventRow>(tx, moveEvents, [JSON.stringify(events.map(eventRow))])
  return {
    operations: movedOperations.map((row) => ({
      operationId: row.operation_id,
      eventId: row.event_id,
      outcome: row.outcome,
      state: row.state,
      seq: row.seq,
      attempt: row.attempt,
    })),
    events: movedEvents.map((row) => ({
      eventId: row.event_id,
      outcome: row.outcome,
      state: row.state,
      fence: row.fence,
      seq: row.seq,
      attempts: row.attempts,
    })),
  }
}

interface OperationRow {
  operation_id: bigint
  event_id: bigint | null
  outcome: MoveOutcome
  state: OperationState | null
  seq: number | null
  attempt: number | null
}

interface EventRow {
  event_id: bigint
  outcome: MoveOutcome
  state: EventState | null
  fence: number | null
  seq: number | null
  attempts: number | null
}
