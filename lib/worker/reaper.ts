import { transaction } from '#lib/db/connect.ts'
import { reapExpired } from '#lib/ledger/reap-expired.ts'
import type { WorkerContext } from './context.ts'
import { type Loop, runLoop } from './run-loop.ts'

const limit = 200

/** Takes back claims whose lease has run out, whoever held them. Every worker reaps; they skip each other's rows. */
export function startReaper(context: WorkerContext): Loop {
  const { settings, log } = context
  return runLoop({
    name: 'reaper',
    log,
    stop: context.stop,
    everyMs: (settings.leaseSeconds * 1000) / 3,
    async round() {
      const { reclaimed, lost } = await transaction(context.pool, (tx) =>
        reapExpired(tx, { actor: context.name, limit, firstLookDelayMs: settings.firstLookMs }),
      )
      if (reclaimed + lost > 0)
        log.warn({ reclaimed, lost }, 'leases ran out: their events were taken back, or marked uncertain')
      return reclaimed + lost === limit
    },
  })
}
