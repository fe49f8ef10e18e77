import type { WorkerContext } from '../context.ts'
import { type Loop, runLoop } from '../run-loop.ts'
import { reconcileDue } from './reconcile-due.ts'

/** Looks at uncertain effects when they are due, as long as any are. Every worker does; they never take the same one. */
export function startReconciler(context: WorkerContext): Loop {
  return runLoop({
    name: 'reconciler',
    log: context.log,
    stop: context.stop,
    everyMs: context.settings.reconcileMs,
    async round() {
      const looked = await reconcileDue(context)
      return looked > 0 && !context.stop.aborted
    },
  })
}
