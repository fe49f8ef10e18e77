import type { WorkerContext } from './context.ts'
import { foldRollups } from './fold-rollups.ts'
import { reportWorker } from './register-worker.ts'
import { type Loop, runLoop } from './run-loop.ts'

const foldMs = 2_000
const reportMs = 5_000

/** The chores: counted changes are folded every 2 s, and this worker reports itself every 5 s. */
export function startJanitor(context: WorkerContext, stop: AbortSignal): Loop[] {
  const { pool, log } = context
  return [
    runLoop({ name: 'fold', log, stop, everyMs: foldMs, round: () => foldRollups(pool) }),
    runLoop({
      name: 'report',
      log,
      stop,
      everyMs: reportMs,
      async round() {
        await reportWorker(pool, context.name, context.held.size)
        return false
      },
    }),
  ]
}
