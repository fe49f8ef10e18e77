import type { Pool } from '#lib/db/connect.ts'
import type { MicroBatcher } from '#lib/db/micro-batch.ts'
import type { Connections } from '#lib/destinations/connections.ts'
import type { Logger } from '#lib/log.ts'
import type { Batches } from './batches.ts'
import type { HeldEvent, HeldEvents } from './held-events.ts'
import type { Knowledge } from './knowledge.ts'
import type { Plan } from './plan-events.ts'
import type { WorkerSettings } from './settings.ts'
import type { Slots } from './slots.ts'

/** What the parts of one worker share. */
export interface WorkerContext {
  readonly pool: Pool
  /** Unique to this process; the ledger's entries name it. */
  readonly name: string
  readonly settings: WorkerSettings
  readonly log: Logger
  readonly knowledge: Knowledge
  readonly connections: Connections
  readonly batches: Batches
  readonly plans: MicroBatcher<HeldEvent, Plan>
  readonly slots: Slots
  readonly held: HeldEvents
  /** Nothing new may begin. */
  readonly stop: AbortSignal
  /** The time for finishing is over: requests under way are given up. */
  readonly hurry: AbortSignal
  /** Nothing waits for the database any longer. */
  readonly giveUp: AbortSignal
}
