import { type Pool, run, type Tx } from '#lib/db/connect.ts'
import {
  nextBatchEnd,
  readEntries,
  readEvents,
  readOperations,
  readProcessing,
  readSideEffects,
} from './sql/verify-batch.ts'
import { compareEvent } from './verify/compare-event.ts'
import type { Mismatch } from './verify/mismatch.ts'
import { type Entry, replayEntries } from './verify/replay-entries.ts'
import type { EventRow, OperationRow, ProcessingRow, SideEffectRow } from './verify/rows.ts'

export interface Verified {
  readonly counts: {
    readonly events: number
    readonly ledgerEntries: number
    readonly operations: number
    readonly sideEffects: number
  }
  /** In the order of events; the first `mismatchesKept` of them. */
  readonly mismatches: readonly Mismatch[]
  readonly mismatchCount: number
}

/** Events per batch: a few MB of rows in memory, and a snapshot held for well under a second. */
const batchSize = 1_000
const mismatchesKept = 10_000
const lastId = 2n ** 63n - 1n

/**
 * Replays every event's ledger entries from nothing and compares the result with the rows that say where things
 * stand (I11), then checks what must stand beside each of them. Reads only; each batch sees one snapshot, so it may
 * run while the product works.
 */
export async function verifyLedger(pool: Pool, options: { batchSize?: number } = {}): Promise<Verified> {
  const counts = { events: 0, ledgerEntries: 0, operations: 0, sideEffects: 0 }
  const mismatches: Mismatch[] = []
  let mismatchCount = 0
  let after = 0n
  while (after < lastId) {
    const batch = await readBatch(pool, after, options.batchSize ?? batchSize)
    counts.events += batch.events.length
    counts.ledgerEntries += batch.entries.length
    counts.operations += batch.operations.length
    counts.sideEffects += batch.sideEffects.length
    const found = compareBatch(batch)
    mismatchCount += found.length
    mismatches.push(...found.slice(0, mismatchesKept - mismatches.length))
    after = batch.end
  }
  return { counts, mismatches, mismatchCount }
}

interface Batch {
  readonly end: bigint
  readonly events: readonly EventRow[]
  readonly processing: readonly ProcessingRow[]
  readonly entries: readonly Entry[]
  readonly operations: readonly OperationRow[]
  readonly sideEffects: readonly SideEffectRow[]
}

async function readBatch(pool: Pool, after: bigint, size: number): Promise<Batch> {
  const tx = await pool.connect()
  let finished = false
  try {
    await tx.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [next] = await run<{ end: bigint | null }>(tx, nextBatchEnd, [after, size])
    const batch = await readRange(tx, after, next?.end ?? lastId)
    await tx.query('COMMIT')
    finished = true
    return batch
  } finally {
    // A session with a failed transaction is not used again.
    tx.release(!finished)
  }
}

async function readRange(tx: Tx, after: bigint, end: bigint): Promise<Batch> {
  const range = [after, end]
  return {
    end,
    events: await run<EventRow>(tx, readEvents, range),
    processing: await run<ProcessingRow>(tx, readProcessing, range),
    entries: await run<Entry>(tx, readEntries, range),
    operations: await run<OperationRow>(tx, readOperations, range),
    sideEffects: await run<SideEffectRow>(tx, readSideEffects, range),
  }
}

function compareBatch(batch: Batch): Mismatch[] {
  const events = new Map(batch.events.map((row) => [row.id, row]))
  const processing = new Map(batch.processing.map((row) => [row.event_id, row]))
  const entries = Map.groupBy(batch.entries, (row) => row.event_id)
  const operations = Map.groupBy(batch.operations, (row) => row.event_id)
  const sideEffects = Map.groupBy(batch.sideEffects, (row) => row.event_id)
  const ids = new Set([events, processing, entries, operations, sideEffects].flatMap((rows) => [...rows.keys()]))
  return [...ids]
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((eventId) =>
      compareEvent(
        {
          eventId,
          event: events.get(eventId),
          processing: processing.get(eventId),
          operations: operations.get(eventId) ?? [],
          sideEffects: sideEffects.get(eventId) ?? [],
        },
        replayEntries(entries.get(eventId) ?? []),
      ),
    )
}
