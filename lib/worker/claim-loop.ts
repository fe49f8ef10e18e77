import { transaction } from '#lib/db/connect.ts'
import { type ClaimedEvent, claimEvents } from '#lib/ledger/claim-events.ts'
import type { WorkerContext } from './context.ts'
import { point } from './points.ts'
import { type Loop, runLoop } from './run-loop.ts'
import { workEvent } from './work-event.ts'

/** Payloads held in memory at once; one more batch may come on top. */
const heldBytesMax = 48 * 1024 * 1024
/** What the largest of several payloads may weigh is not known before they are read: a guess that follows what came. */
const assumedBytes = { least: 1024, weight: 0.2 }

/**
 * How often a claim looks from the very beginning. In between it starts where the last one ended: what became due
 * behind that mark (a slow commit, a retry) waits this long at most.
 */
const fromTheStartMs = 500

/** How many events a worker holds at most: those whose requests are under way, and two batches to follow them. */
export const heldMax = (settings: { concurrency: number; claimBatch: number }) =>
  settings.concurrency + 2 * settings.claimBatch

/** Claims what is due, only as much as there is room for, and starts the work on it. */
export function startClaimLoop(context: WorkerContext): Loop {
  const { settings, held } = context
  let averageBytes: number = assumedBytes.least

  const room = () =>
    Math.min(
      settings.claimBatch,
      heldMax(settings) - held.size,
      Math.floor((heldBytesMax - held.bytes) / Math.max(averageBytes, assumedBytes.least)),
    )
  const begin = (event: ClaimedEvent, safeUntilMs: number) => {
    averageBytes += (event.body.length - averageBytes) * assumedBytes.weight
    void workEvent(context, held.add(event, safeUntilMs)).then(() => {
      // Claiming again as soon as one place is free would make every batch one event.
      if (waitsForRoom && room() >= Math.min(settings.claimBatch, heldMax(settings) / 4)) loop.ring()
    })
  }

  let waitsForRoom = false
  let mark: string | undefined
  let markedFromMs = Number.NEGATIVE_INFINITY
  const loop = runLoop({
    name: 'claim',
    log: context.log,
    stop: context.stop,
    everyMs: settings.pollMs,
    async round() {
      const limit = room()
      waitsForRoom = limit < Math.min(settings.claimBatch, heldMax(settings) / 4) && held.size > 0
      if (waitsForRoom || limit <= 0) return false
      const safeUntilMs = performance.now() + settings.leaseSeconds * 1000
      if (performance.now() - markedFromMs > fromTheStartMs) {
        mark = undefined
        markedFromMs = performance.now()
      }
      const claim = { worker: context.name, limit, leaseSeconds: settings.leaseSeconds, notBefore: mark }
      const claimed = await transaction(context.pool, (tx) => claimEvents(tx, claim))
      // Claimed in due order; an empty round says nothing about what lies before the mark.
      if (claimed.length < limit) markedFromMs = Number.NEGATIVE_INFINITY
      mark = claimed.at(-1)?.dueAt
      if (claimed.length > 0) await point('after_claim')
      for (const event of claimed) begin(event, safeUntilMs)
      return claimed.length === limit || claim.notBefore !== undefined
    },
  })
  return loop
}
