import { type Pool, run, type Tx } from '#lib/db/connect.ts'
import {
  type Disposition,
  dispositions,
  type EventState,
  eventStates,
  type Hold,
  type holds,
  type OperationState,
  operationStates,
} from './machine.ts'
import { readBacklog } from './sql/read-backlog.ts'
import { sumMetrics } from './sql/sum-metrics.ts'

/** A count that stops at `backlogCap`: past it `capped` is true and people are shown "10,000+". */
export interface CappedCount {
  readonly count: number
  readonly capped: boolean
}

/** No count of waiting rows reads more than this many of them. */
export const backlogCap = 10_000

/** What the operators look at first. Deliveries (requests) and events (work) are different measures. */
export interface OperatorReport {
  readonly at: Date
  readonly deliveries: {
    /** Requests that reached us, refused ones included. */
    readonly observed: number
    readonly byDisposition: Readonly<Record<Disposition, number>>
  }
  /** Different identities among them, corrections included. */
  readonly distinctEvents: number
  readonly eventsByState: Readonly<Record<EventState, number>>
  readonly operationsByState: Readonly<Record<OperationState, number>>
  /** Operations whose effect is proven. */
  readonly effectsConfirmed: number
  /** Operations whose outcome nobody knows yet. */
  readonly uncertain: number
  /** How long the longest waiting event has been due, held ones aside; null where nothing waits. */
  readonly oldestPendingSeconds: number | null
  /** Events that failed an attempt and wait for their next one. */
  readonly retriesWaiting: CappedCount
  /** Events that failed for good and wait for a person. */
  readonly failedBacklog: number
  readonly held: Readonly<Record<Hold, CappedCount>>
  /** Duplicates among the authentic deliveries, 0 to 1; null before the first one. */
  readonly duplicateRate: number | null
  /** Requests that were not authentic or not acceptable. */
  readonly refused: number
  readonly refusedByReason: Readonly<Record<string, number>>
}

/** The inbox counts refused requests by reason. */
const refusedPrefix = 'delivery.refused.'

/**
 * The operator report, of everything or of one source. Reads the rollups and the small partial indexes only, so its
 * cost does not grow with the ledger.
 */
export async function readReport(db: Pool | Tx, scope: { sourceId?: number } = {}): Promise<OperatorReport> {
  const sourceId = scope.sourceId ?? null
  const sums = await run<{ metric: string; total: bigint }>(db, sumMetrics, [sourceId])
  const [backlog] = await run<BacklogRow>(db, readBacklog, [sourceId, backlogCap + 1])
  if (backlog === undefined) throw new Error('the backlog query returned no row')

  const totals = new Map(sums.map(({ metric, total }) => [metric, Number(total)]))
  const refusedByReason = Object.fromEntries(
    [...totals]
      .filter(([metric]) => metric.startsWith(refusedPrefix))
      .map(([metric, total]) => [metric.slice(refusedPrefix.length), total]),
  )
  const refused = Object.values(refusedByReason).reduce((sum, count) => sum + count, 0)
  const byDisposition = record(dispositions, (disposition) =>
    disposition === 'refused' ? refused : (totals.get(`delivery.${disposition}`) ?? 0),
  )
  const observed = Object.values(byDisposition).reduce((sum, count) => sum + count, 0)
  const authentic = observed - refused
  const eventsByState = currentCounts('event', eventStates, totals)
  const operationsByState = currentCounts('operation', operationStates, totals)
  return {
    at: backlog.at,
    deliveries: { observed, byDisposition },
    distinctEvents: totals.get('event.receive.none.received') ?? 0,
    eventsByState,
    operationsByState,
    effectsConfirmed: operationsByState.confirmed,
    uncertain: operationsByState.uncertain,
    oldestPendingSeconds: backlog.oldest_pending_seconds,
    retriesWaiting: capped(backlog.retries_waiting),
    failedBacklog: eventsByState.failed,
    held: { conflict: capped(backlog.held_conflict), no_action: capped(backlog.held_no_action) } satisfies Record<
      keyof typeof holds,
      CappedCount
    >,
    duplicateRate: authentic === 0 ? null : (byDisposition.duplicate + byDisposition.late_duplicate) / authentic,
    refused,
    refusedByReason,
  }
}

interface BacklogRow {
  at: Date
  oldest_pending_seconds: number | null
  retries_waiting: number
  held_conflict: number
  held_no_action: number
}

/** How many stand in each state now: all that ever entered it less all that left. */
function currentCounts<State extends string>(
  entity: 'event' | 'operation',
  states: Record<State, unknown>,
  totals: ReadonlyMap<string, number>,
): Record<State, number> {
  const counts = new Map<string, number>()
  const add = (state: string | undefined, count: number) => {
    if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + count)
  }
  for (const [metric, total] of totals) {
    const [kind, , from, to] = metric.split('.')
    if (kind !== entity) continue
    add(from, -total)
    add(to, total)
  }
  return record(states, (state) => counts.get(state) ?? 0)
}

function record<Key extends string>(keys: Record<Key, unknown>, countOf: (key: Key) => number): Record<Key, number> {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, countOf(key as Key)])) as Record<Key, number>
}

function capped(count: number): CappedCount {
  return { count: Math.min(count, backlogCap), capped: count > backlogCap }
}
