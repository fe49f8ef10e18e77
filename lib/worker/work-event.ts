import { isOutage } from '#lib/db/outage.ts'
import type { Ending } from '#lib/ledger/conclude-events.ts'
import { loadOperations } from '#lib/ledger/load-operations.ts'
import { applyOperation } from './apply-operation.ts'
import { attemptOperation } from './attempt-operation.ts'
import type { WorkerContext } from './context.ts'
import { endingOf, type TaskResult } from './ending-of.ts'
import type { HeldEvent } from './held-events.ts'
import { insist } from './insist.ts'
import type { Plan, Task } from './plan-events.ts'

/**
 * Takes one claimed event from plan to end. Never throws: an event whose end cannot be written is let go, and the
 * reaper finds it when its lease has run out.
 */
export async function workEvent(context: WorkerContext, held: HeldEvent): Promise<void> {
  const { event } = held
  try {
    const ending = await pursue(context, held)
    if (ending !== null) await endEvent(context, held, ending)
  } catch (error) {
    context.log.error(
      { event: event.id, err: error },
      'an event was let go; its lease runs out and it is taken up again',
    )
  } finally {
    context.held.remove(held)
  }
}

/** null: the claim is gone and there is nothing to write. */
async function pursue(context: WorkerContext, held: HeldEvent): Promise<Ending | null> {
  const { settings } = context
  const { event } = held
  if (event.attempts > settings.attemptsMax) {
    const ending = await endingOfExhausted(context, held)
    if (ending !== undefined) return ending
  }
  if (context.stop.aborted) return { kind: 'release', reason: 'the worker is stopping', delayMs: 0, free: true }
  let plan: Plan
  try {
    plan = await context.plans.submit(held)
  } catch (error) {
    const reason = isOutage(error) ? 'the database could not be reached' : 'its operations could not be recorded'
    context.log.error({ event: event.id, err: error }, reason)
    return endingOf([], [reason], event.attempts, settings, Math.random())
  }
  if (plan.kind === 'stale') return null
  if (plan.kind === 'tasks') return runTasks(context, held, plan)
  if (plan.kind === 'none' && event.recordOnly)
    return { kind: 'complete', reason: `source ${event.sourceSlug} only records; ${plan.why}` }
  return { kind: 'release', reason: plan.why, delayMs: 0, hold: 'no_action' }
}

async function runTasks(
  context: WorkerContext,
  held: HeldEvent,
  plan: Extract<Plan, { kind: 'tasks' }>,
): Promise<Ending | null> {
  const results: (TaskResult | null)[] = plan.tasks.filter(({ state }) => state !== 'planned').map(standing)
  const open = plan.tasks.filter(({ state }) => state === 'planned')
  const isOutward = (task: Task) => task.request !== null
  results.push(...(await Promise.all(open.filter(isOutward).map((task) => attemptOperation(context, held, task)))))
  for (const task of open.filter((one) => !isOutward(one)))
    results.push(await applyOperation(context, held, task, plan.event))
  const known = results.filter((result) => result !== null)
  if (known.length < results.length) return null
  return endingOf(known, plan.problems, held.event.attempts, context.settings, Math.random())
}

function standing(task: Task): TaskResult {
  const { state } = task
  return state === 'failed' ? { state, error: `action ${task.action} has failed before` } : { state }
}

/**
 * For an event claimed more often than allowed: each of those claims was counted, and none came to an end, so no code
 * of an action runs again. undefined: an earlier attempt may have acted, so it must go on until that is known.
 */
async function endingOfExhausted(
  { pool, settings, giveUp }: WorkerContext,
  held: HeldEvent,
): Promise<Ending | undefined> {
  const { event } = held
  const operations = await insist(() => loadOperations(pool, [event.id]), giveUp)
  const open = operations.filter(({ state }) => !['confirmed', 'waived', 'superseded'].includes(state))
  if (operations.length > 0 && open.length === 0) return { kind: 'complete' }
  if (open.some((operation) => operation.doubted)) return undefined
  const last = event.lastError === null ? '' : `: ${event.lastError}`
  return { kind: 'fail', reason: `gave up after ${settings.attemptsMax} attempts${last}` }
}

async function endEvent(context: WorkerContext, held: HeldEvent, ending: Ending): Promise<void> {
  const { id: eventId, fence } = held.event
  const moved = await insist(() => context.batches.endings.submit({ eventId, fence, ending }), context.giveUp)
  if (moved.outcome !== 'applied') {
    context.log.warn({ event: eventId, fence, outcome: moved.outcome }, `${ending.kind} did not land`)
  } else if (ending.kind !== 'complete') {
    context.log.info({ event: eventId, transition: ending.kind, hold: holdOf(ending) }, ending.reason)
  }
}

const holdOf = (ending: Ending) => (ending.kind === 'release' ? ending.hold : undefined)
