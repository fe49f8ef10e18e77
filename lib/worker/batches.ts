import { type Pool, type Tx, transaction } from '#lib/db/connect.ts'
import { MicroBatcher } from '#lib/db/micro-batch.ts'
import { isOutage } from '#lib/db/outage.ts'
import { type Begin, beginOperations } from '#lib/ledger/begin-operations.ts'
import { concludeEvents, type EndedClaim } from '#lib/ledger/conclude-events.ts'
import { type Concluded, concludeOperations } from '#lib/ledger/conclude-operations.ts'
import type { EventMoved, OperationMoved } from '#lib/ledger/transition.ts'

const maxBatch = 200
/** Two: one fills while the other waits for the disk. More only makes batches smaller. */
const maxInFlight = 2

/** The worker's writes: those of many events share a transaction, each still fenced and reported on its own. */
export interface Batches {
  readonly begins: MicroBatcher<Begin, OperationMoved>
  readonly conclusions: MicroBatcher<Concluded, OperationMoved>
  readonly endings: MicroBatcher<EndedClaim, EventMoved>
}

export function openBatches(pool: Pool, worker: string, heldMax: number): Batches {
  const batcher = <In, Out>(name: string, verb: (tx: Tx, items: In[], worker: string) => Promise<Out[]>) =>
    new MicroBatcher<In, Out>({
      name,
      maxBatch,
      maxInFlight,
      // Nothing is refused in practice: each held event waits in few places at once.
      maxQueue: Math.max(heldMax * 10, 1_000),
      run: (items) => transaction(pool, (tx) => verb(tx, items, worker)),
      splitOnError: (error) => !isOutage(error),
    })
  return {
    begins: batcher('begin operations', beginOperations),
    conclusions: batcher('conclude operations', concludeOperations),
    endings: batcher('conclude events', concludeEvents),
  }
}
