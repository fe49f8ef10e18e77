import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerContext } from './context.ts'
import type { Loop } from './run-loop.ts'

interface Controllers {
  readonly stop: AbortController
  readonly hurry: AbortController
  readonly giveUp: AbortController
  readonly closing: AbortController
}

interface Running {
  /** End first: they begin new work. */
  readonly early: readonly Loop[]
  /** End last: what is being finished needs them. */
  readonly late: readonly Loop[]
  readonly listening: Promise<void>
}

/** After requests were given up, their outcomes still have to be written. */
const writeMs = 3_000

/**
 * Stops claiming and starting; waits for what is under way; then gives those requests up, whose outcomes are lost and
 * recorded as such; then no longer waits for the database. Whatever could not be written by then is the reaper's.
 */
export async function stopInOrder(context: WorkerContext, controllers: Controllers, running: Running): Promise<void> {
  const { log, held, settings } = context
  log.info({ held: held.size }, 'stopping: nothing new is started')
  controllers.stop.abort()
  const emptied = held.empty().then(() => true)
  if (!(await Promise.race([emptied, wait(settings.stopMs, false, { ref: false })]))) {
    log.warn({ held: held.size }, 'requests are still under way; they are given up and their outcomes looked up later')
    controllers.hurry.abort()
    await Promise.race([emptied, wait(writeMs, false, { ref: false })])
  }
  controllers.hurry.abort()
  controllers.giveUp.abort()
  if (held.size > 0) log.error({ held: held.size }, 'stopped with events in hand; their leases run out')
  controllers.closing.abort()
  await Promise.all([...running.early, ...running.late].map((loop) => loop.ended))
  await running.listening
  log.info('stopped')
}
