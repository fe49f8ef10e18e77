import type { WorkerContext } from './context.ts'
import { HeldReleaser } from './release-held.ts'
import { type Loop, runLoop } from './run-loop.ts'

const everyMs = 30_000

/**
 * Reads the configuration again when somebody rings (`ledger_changed`) and every 30 s, then frees events that waited
 * for what is there now.
 */
export function watchConfiguration(context: WorkerContext, onFreed: () => void): Loop {
  const releaser = new HeldReleaser(context.pool, context.knowledge)
  let goesOn = false
  return runLoop({
    name: 'configuration',
    log: context.log,
    stop: context.stop,
    everyMs,
    async round() {
      if (!goesOn) releaser.restart()
      await context.knowledge.refresh()
      const { freed, more } = await releaser.pass()
      if (freed > 0) {
        context.log.info({ freed }, 'events that waited for an action have one now')
        onFreed()
      }
      goesOn = more
      return more
    },
  })
}
