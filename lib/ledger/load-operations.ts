import { type Pool, run, type Tx } from '#lib/db/connect.ts'
import type { OperationState } from './machine.ts'
import type { FrozenRequest } from './plan-operations.ts'
import { loadOperations as statement } from './sql/load-operations.ts'

export interface LoadedOperation {
  readonly id: bigint
  readonly eventId: bigint
  readonly action: string
  readonly version: number
  readonly destinationId: number | null
  readonly key: string
  readonly state: OperationState
  readonly seq: number
  readonly attempts: number
  readonly reference: string | null
  readonly request: FrozenRequest | null
  /** An earlier attempt may have acted: no answer to a later one but a confirmation proves anything about it. */
  readonly doubted: boolean
  /** Ages by the database's clock; null where nothing was sent yet. */
  readonly firstSubmittedAgoMs: number | null
  readonly lastSubmittedAgoMs: number | null
}

/** The operations of these events as they are now, in the order they were planned. */
export async function loadOperations(tx: Tx | Pool, eventIds: readonly bigint[]): Promise<LoadedOperation[]> {
  const rows = await run<Row>(tx, statement, [eventIds])
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    action: row.action,
    version: row.version,
    destinationId: row.destination_id,
    key: row.key,
    state: row.state,
    seq: row.seq,
    attempts: row.attempts,
    reference: row.reference,
    request:
      row.method === null
        ? null
        : { method: row.method, path: row.path ?? '/', headers: row.headers ?? {}, body: row.body ?? Buffer.alloc(0) },
    doubted: row.doubted,
    firstSubmittedAgoMs:
      row.first_submitted_at === null ? null : row.database_now.getTime() - row.first_submitted_at.getTime(),
    lastSubmittedAgoMs:
      row.last_submitted_at === null ? null : row.database_now.getTime() - row.last_submitted_at.getTime(),
  }))
}

interface Row {
  id: bigint
  event_id: bigint
  action: string
  version: number
  destination_id: number | null
  key: string
  state: OperationState
  seq: number
  attempts: number
  reference: string | null
  method: string | null
  path: string | null
  headers: Record<string, string> | null
  body: Buffer | null
  doubted: boolean
  first_submitted_at: Date | null
  last_submitted_at: Date | null
  database_now: Date
}
