import { setTimeout as wait } from 'node:timers/promises'
import { QueueFull } from '#lib/db/micro-batch.ts'
import { isOutage } from '#lib/db/outage.ts'

/**
 * Repeats work that must be written until the database takes it, waiting 100 ms to 2 s in between. For writes that
 * carry a fence or an attempt: one whose commit went unseen changes nothing the second time.
 *
 * @throws the last error once `giveUp` is aborted, and at once what is no outage
 */
export async function insist<T>(work: () => Promise<T>, giveUp: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (giveUp.aborted || !(isOutage(error) || error instanceof QueueFull)) throw error
    }
    await wait(Math.min(100 * 2 ** tries, 2_000), undefined, { signal: giveUp }).catch(() => undefined)
  }
}
