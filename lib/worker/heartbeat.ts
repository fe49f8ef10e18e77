import { transaction } from '#lib/db/connect.ts'
import { renewClaims } from '#lib/ledger/renew-claims.ts'
import type { WorkerContext } from './context.ts'
import { type Loop, runLoop } from './run-loop.ts'

/** Renews all leases in one statement, three times per lease. What could not be renewed begins no further effect. */
export function startHeartbeat(context: WorkerContext, stop: AbortSignal): Loop {
  const { settings, held, log } = context
  return runLoop({
    name: 'heartbeat',
    log,
    stop,
    everyMs: (settings.leaseSeconds * 1000) / 3,
    async round() {
      const ours = held.all().filter((one) => !one.lost)
      if (ours.length === 0) return false
      const askedAtMs = performance.now()
      const claims = ours.map(({ event }) => ({ eventId: event.id, fence: event.fence }))
      const renewed = await transaction(context.pool, (tx) => renewClaims(tx, claims, settings.leaseSeconds))
      for (const one of ours) {
        if (renewed.has(one.event.id)) one.safeUntilMs = askedAtMs + settings.leaseSeconds * 1000
        else one.lost = true
      }
      return false
    },
  })
}
