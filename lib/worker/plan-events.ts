import { type ActionEvent, actionEvent } from '#lib/actions/action-event.ts'
import type { Choice } from '#lib/actions/choose-actions.ts'
import { describeFailure } from '#lib/actions/describe-failure.ts'
import { freezeRequest } from '#lib/actions/freeze-request.ts'
import { type Pool, transaction } from '#lib/db/connect.ts'
import { type LoadedOperation, loadOperations } from '#lib/ledger/load-operations.ts'
import type { OperationState } from '#lib/ledger/machine.ts'
import { type FrozenRequest, type OperationPlan, operationKey, planOperations } from '#lib/ledger/plan-operations.ts'
import type { HeldEvent } from './held-events.ts'
import type { Knowledge } from './knowledge.ts'

/** One operation of an event, as the worker carries it out. */
export interface Task {
  readonly operationId: bigint
  readonly action: string
  readonly version: number
  readonly destinationId: number | null
  readonly key: string
  readonly state: OperationState
  readonly attempts: number
  readonly request: FrozenRequest | null
  readonly doubted: boolean
}

/** What is to be done with an event. */
export type Plan =
  | { readonly kind: 'stale' }
  /** Nothing is to be done, or not yet. */
  | { readonly kind: 'none' | 'missing'; readonly why: string }
  | {
      readonly kind: 'tasks'
      readonly event: ActionEvent
      readonly tasks: readonly Task[]
      /** Why an action could not say what it wants sent. The other actions do not wait for it. */
      readonly problems: readonly string[]
    }

const freshMs = 1_000

interface Draft {
  readonly held: HeldEvent
  readonly choice: Choice
  readonly event: ActionEvent
  readonly existing: readonly LoadedOperation[]
  readonly born: OperationPlan[]
  readonly problems: string[]
}

/**
 * Plans a batch of events: operations that exist are kept as they are, whatever version of their action they were
 * planned with; those that are missing are recorded with their frozen requests, all in one transaction.
 */
export async function planEvents(
  pool: Pool,
  worker: string,
  knowledge: Knowledge,
  batch: readonly HeldEvent[],
): Promise<Plan[]> {
  // The first claim of all raises the fence to 1: nothing can have been planned before it.
  const again = batch.filter(({ event }) => event.fence > 1).map(({ event }) => event.id)
  const loaded = again.length === 0 ? [] : await loadOperations(pool, again)
  const byEvent = Map.groupBy(loaded, (operation) => operation.eventId)
  // What is missing may have been configured a moment ago.
  if (batch.some(({ event }) => knowledge.choose(event).kind !== 'actions')) await knowledge.refreshOlderThan(freshMs)
  const drafts = batch.map((held) => draftOf(held, knowledge.choose(held.event), byEvent.get(held.event.id) ?? []))
  const born = drafts.flatMap((draft) => draft.born)
  const ids = born.length === 0 ? [] : await transaction(pool, (tx) => planOperations(tx, born, worker))
  const idOf = new Map(born.map((plan, index) => [plan, ids[index] ?? null]))
  return drafts.map((draft) => planOf(draft, idOf))
}

function draftOf(held: HeldEvent, choice: Choice, existing: readonly LoadedOperation[]): Draft {
  const draft: Draft = { held, choice, event: actionEvent(held.event), existing, born: [], problems: [] }
  if (choice.kind !== 'actions') return draft
  for (const { action, destinationId } of choice.chosen) {
    if (existing.some((operation) => operation.action === action.name)) continue
    const { event } = draft
    const key = operationKey({ ...event, action: action.name, version: action.version })
    try {
      const request = action.kind === 'http' ? freezeRequest(action, { event, key }) : null
      draft.born.push({
        eventId: held.event.id,
        fence: held.event.fence,
        action: action.name,
        version: action.version,
        destinationId,
        key,
        request,
      })
    } catch (error) {
      draft.problems.push(`action ${action.name} failed: ${describeFailure(error)}`)
    }
  }
  return draft
}

function planOf(draft: Draft, idOf: ReadonlyMap<OperationPlan, bigint | null>): Plan {
  const { choice, existing } = draft
  if (choice.kind === 'missing' || (choice.kind === 'none' && existing.length === 0)) return choice
  const tasks: Task[] = existing.map((operation) => ({ ...operation, operationId: operation.id }))
  for (const plan of draft.born) {
    const operationId = idOf.get(plan) ?? null
    if (operationId === null) return { kind: 'stale' }
    tasks.push({ ...plan, operationId, state: 'planned', attempts: 0, doubted: false })
  }
  return { kind: 'tasks', event: draft.event, tasks, problems: draft.problems }
}
