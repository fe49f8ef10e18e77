import { compareOperation } from './compare-operation.ts'
import type { Mismatch, MismatchKind } from './mismatch.ts'
import { isAccounted, type Replayed } from './replay-entries.ts'
import type { EventRow, OperationRow, ProcessingRow, SideEffectRow } from './rows.ts'

/** Everything stored about one event number; parts may be missing where something is wrong. */
export interface Stored {
  readonly eventId: bigint
  readonly event: EventRow | undefined
  readonly processing: ProcessingRow | undefined
  readonly operations: readonly OperationRow[]
  readonly sideEffects: readonly SideEffectRow[]
}

/** States in which an open conflict need not hold the event: its work is done or set aside. */
const restful = new Set(['completed', 'rejected'])

/** Compares what is stored about an event with what its entries amount to. */
export function compareEvent(stored: Stored, replayed: Replayed): Mismatch[] {
  const mismatches: Mismatch[] = []
  const { eventId, event, processing } = stored
  const say = (kind: MismatchKind, message: string, operationId: bigint | null = null) =>
    mismatches.push({ kind, eventId, operationId, message })

  for (const fault of replayed.faults) say('chain', fault)
  if (event === undefined) say('missing_event', 'rows stand here, but there is no such event')
  else for (const [kind, message] of factFaults(event)) say(kind, message)
  if (processing === undefined) say('missing_processing', 'the event has no processing row: nobody would ever work it')
  else {
    for (const message of stateFaults(processing, event, replayed)) say('event_state', message)
    const hold = holdFault(processing)
    if (hold !== null) say('conflict_hold', hold)
  }

  const unseen = new Set(replayed.operations.keys())
  for (const operation of stored.operations) {
    unseen.delete(operation.id)
    const effects = stored.sideEffects.filter((effect) => effect.operation_id === operation.id)
    const faults = compareOperation(operation, replayed.operations.get(operation.id), effects)
    for (const [kind, message] of faults) say(kind, message, operation.id)
    if (processing?.state === 'completed' && !isAccounted(operation.state)) {
      say('guard', `the event is completed, but operation ${operation.action} is ${operation.state}`, operation.id)
    }
  }
  for (const operationId of unseen)
    say('missing_operation', 'the ledger has entries of it, but there is no such operation', operationId)
  const known = new Set(stored.operations.map((operation) => operation.id))
  for (const effect of stored.sideEffects) {
    if (!known.has(effect.operation_id))
      say('side_effect', `attempt ${effect.attempt} belongs to no operation of this event`, effect.operation_id)
  }
  return mismatches
}

function* factFaults(event: EventRow): Generator<[MismatchKind, string]> {
  if (event.corrects_event_id === null) {
    if (event.first_deliveries === 0) yield ['missing_delivery', 'no delivery brought it']
    if (event.first_deliveries > 1)
      yield ['missing_delivery', `${event.first_deliveries} deliveries count as its first`]
  }
  if (event.payload_intact === null) yield ['missing_payload', 'its payload is gone']
  if (event.payload_intact === false)
    yield ['payload_changed', 'the kept bytes do not have the digest recorded at receipt']
}

function* stateFaults(row: ProcessingRow, event: EventRow | undefined, replayed: Replayed): Generator<string> {
  if (row.state !== replayed.state) yield `the row says ${row.state}, the ledger ${replayed.state}`
  if (row.seq !== replayed.seq) yield `the row stands at seq ${row.seq}, the ledger ends at ${replayed.seq}`
  if (row.state_seq !== replayed.stateSeq)
    yield `the row took its state at seq ${row.state_seq}, the ledger at ${replayed.stateSeq}`
  if (row.fence !== replayed.fence) yield `the row has fence ${row.fence}, the ledger ${replayed.fence}`
  if (row.leased !== (row.state === 'claimed')) yield `it is ${row.state} ${row.leased ? 'with' : 'without'} a lease`
  if (row.attempts > replayed.attemptsMost || row.attempts < replayed.attemptsLeast) {
    yield `the row counts ${row.attempts} attempts, the ledger ${replayed.attemptsLeast} to ${replayed.attemptsMost}`
  }
  if (replayed.sourceId !== null && row.source_id !== replayed.sourceId)
    yield `the row names source ${row.source_id}, the ledger ${replayed.sourceId}`
  if (event !== undefined && event.source_id !== row.source_id)
    yield `the row names source ${row.source_id}, the event ${event.source_id}`
}

function holdFault(row: ProcessingRow): string | null {
  if (row.hold === 'conflict' && !row.open_conflict) return 'it is held for a conflict, but none is open'
  if (row.open_conflict && row.hold !== 'conflict' && !restful.has(row.state)) {
    return `a conflict is open, but the event is ${row.state} and not held for it`
  }
  return null
}
