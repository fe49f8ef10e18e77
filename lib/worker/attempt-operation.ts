import type { Classified } from '#lib/destinations/classify.ts'
import type { Destination } from '#lib/destinations/destination.ts'
import { sendRequest } from '#lib/destinations/send-request.ts'
import { type LoadedOperation, loadOperations } from '#lib/ledger/load-operations.ts'
import type { FrozenRequest } from '#lib/ledger/plan-operations.ts'
import type { WorkerContext } from './context.ts'
import type { TaskResult } from './ending-of.ts'
import type { HeldEvent } from './held-events.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { insist } from './insist.ts'
import type { Task } from './plan-events.ts'
import { point } from './points.ts'

/**
 * One attempt of an HTTP operation: the intent commits, then the request leaves, then its outcome is written. The
 * place it takes is given back as soon as the destination has answered. null: the claim is gone.
 */
export async function attemptOperation(
  context: WorkerContext,
  held: HeldEvent,
  task: Task,
): Promise<TaskResult | null> {
  const { state, doubted } = task
  const destination = context.knowledge.configuration.destinations.get(task.destinationId ?? -1)
  const problem = destination === undefined ? 'its destination is not known' : destination.problem
  if (destination === undefined || task.request === null || problem !== null)
    return { state, doubted, error: `action ${task.action}: ${problem ?? 'its request is missing'}` }

  await context.slots.take()
  let sent: Sent | TaskResult | null
  try {
    if (held.lost) return null
    if (context.stop.aborted) return { state, doubted, untried: 'stopping' }
    sent = await submit(context, held, task, { destination, request: task.request })
  } finally {
    context.slots.give()
  }
  return sent !== null && 'classified' in sent ? conclude(context, held, task, destination, sent) : sent
}

interface Sent {
  readonly attempt: number
  readonly classified: Classified
}

async function submit(
  context: WorkerContext,
  held: HeldEvent,
  task: Task,
  to: { destination: Destination; request: FrozenRequest },
): Promise<Sent | TaskResult | null> {
  const key = idempotencyKey(task.key)
  const { id: eventId, fence } = held.event
  const { operationId } = task
  let attempt = task.attempts + 1
  try {
    const begun = await context.batches.begins.submit({ eventId, operationId, fence, idempotencyKey: key })
    if (begun.outcome === 'held') return { state: task.state, doubted: task.doubted, untried: 'held' }
    if (begun.outcome !== 'applied') {
      held.lost = true
      return null
    }
    attempt = begun.attempt ?? attempt
  } catch (error) {
    return takeBackIntent(context, held, task, error)
  }
  await point('after_intent')
  // Stopped for so long that somebody else may hold the event by now: sending would be a second hand on it.
  if (performance.now() > held.safeUntilMs) {
    const detail = 'nothing was sent: the lease may have run out before the request could leave'
    return { attempt, classified: { conclusion: { kind: 'not_sent', again: true, detail } } }
  }
  const action = context.knowledge.registry.find(task.action, task.version)
  const classified = await sendRequest({
    ...to,
    connections: context.connections,
    key,
    readReference: action?.kind === 'http' && action.reference ? (answer) => action.reference?.(answer) : undefined,
    signal: context.hurry,
  })
  await point('after_effect')
  return { attempt, classified }
}

async function conclude(
  context: WorkerContext,
  held: HeldEvent,
  task: Task,
  destination: Destination,
  { attempt, classified }: Sent,
): Promise<TaskResult | null> {
  const { conclusion, retryAfterMs } = classified
  const { id: eventId, fence } = held.event
  const { operationId, doubted } = task
  const concluded = { eventId, operationId, attempt, fence, conclusion, doubted }
  const moved = await insist(() => context.batches.conclusions.submit(concluded), context.giveUp)
  await point('after_outcome')
  if (conclusion.kind !== 'confirmed') {
    const { log } = context
    log.warn(
      { event: eventId, operation: operationId, attempt, destination: destination.slug, outcome: conclusion.kind },
      `${task.action}: ${conclusion.detail}`,
    )
  }
  if (moved.outcome === 'stale_fence') return null
  return {
    state: moved.state ?? 'submitted',
    doubted,
    retryAfterMs,
    ...(conclusion.kind === 'confirmed' ? {} : { error: `${destination.slug}: ${conclusion.detail}` }),
  }
}

/**
 * The intent's commit was not seen. Nothing was sent, so an intent that did land is taken back; otherwise it would
 * look like a request whose outcome is unknown.
 */
async function takeBackIntent(
  context: WorkerContext,
  held: HeldEvent,
  task: Task,
  error: unknown,
): Promise<TaskResult | null> {
  const { id: eventId, fence } = held.event
  const detail = 'nothing was sent: the database did not take the intent'
  context.log.warn({ event: eventId, operation: task.operationId, err: error }, `${task.action}: ${detail}`)
  const find = (operations: readonly LoadedOperation[]) =>
    operations.find((operation) => operation.id === task.operationId)
  const now = find(await insist(() => loadOperations(context.pool, [eventId]), context.giveUp))
  if (now?.state !== 'submitted' || now.attempts !== task.attempts + 1)
    return { state: now?.state ?? task.state, doubted: task.doubted, error: detail }
  const moved = await insist(
    () =>
      context.batches.conclusions.submit({
        eventId,
        fence,
        operationId: task.operationId,
        attempt: now.attempts,
        conclusion: { kind: 'not_sent', again: true, detail },
        doubted: task.doubted,
      }),
    context.giveUp,
  )
  return moved.outcome === 'applied'
    ? { state: moved.state ?? 'submitted', doubted: task.doubted, error: detail }
    : null
}
