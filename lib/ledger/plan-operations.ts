import { createHash } from 'node:crypto'
import { run, type Tx } from '#lib/db/connect.ts'
import { lockEvents } from './sql/lock-events.ts'
import { planOperations as statement } from './sql/plan-operations.ts'

/** What will be sent, byte for byte, at every attempt. Authentication is not part of it: it is added when sending. */
export interface FrozenRequest {
  readonly method: string
  /** Path and query, relative to the destination's base URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface OperationPlan {
  readonly eventId: bigint
  readonly fence: number
  readonly action: string
  readonly version: number
  /** NULL and without request for an action that only writes to this database. */
  readonly destinationId: number | null
  readonly key: string
  readonly request: FrozenRequest | null
}

/**
 * The operation's key: `provider:account:event:action:version`, each part percent-encoded so that no two
 * operations can share one. Also the idempotency key wherever a destination takes one.
 */
export function operationKey(parts: {
  provider: string
  account: string
  eventId: string
  action: string
  version: number
}): string {
  const encode = (part: string) => encodeURIComponent(part.toWellFormed())
  return [parts.provider, parts.account, parts.eventId, parts.action, String(parts.version)].map(encode).join(':')
}

function requestDigest(request: FrozenRequest): Buffer {
  const head = JSON.stringify([
    request.method,
    request.path,
    Object.entries(request.headers).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
  return createHash('sha256').update(head).update('\n').update(request.body).digest()
}

/**
 * Records intended operations before anything is attempted. Returns, in the order of `plans`, the operation's id, or
 * null where the claim is no longer held.
 */
export async function planOperations(
  tx: Tx,
  plans: readonly OperationPlan[],
  actor: string,
): Promise<(bigint | null)[]> {
  if (plans.length === 0) return []
  await run(tx, lockEvents, [[...new Set(plans.map((plan) => plan.eventId))]])
  const rows = await run<{ live: boolean; operation_id: bigint | null }>(tx, statement, [
    plans.map((plan) => plan.eventId),
    plans.map((plan) => plan.fence),
    plans.map((plan) => plan.action),
    plans.map((plan) => plan.version),
    plans.map((plan) => plan.destinationId),
    plans.map((plan) => plan.key),
    plans.map((plan) => plan.request?.method ?? null),
    plans.map((plan) => plan.request?.path ?? null),
    plans.map((plan) => (plan.request === null ? null : JSON.stringify(plan.request.headers))),
    plans.map((plan) => plan.request?.body ?? null),
    plans.map((plan) => (plan.request === null ? null : requestDigest(plan.request))),
    actor,
  ])
  return rows.map((row) => (row.live ? row.operation_id : null))
}
