import { isOutage } from '#lib/db/outage.ts'
import type { Logger } from '#lib/log.ts'
import { Wake } from './wake.ts'

interface LoopOptions {
  readonly name: string
  readonly log: Logger
  readonly stop: AbortSignal
  readonly everyMs: number
  /** Done again and again; `true` means that there is more to do at once. */
  round(): Promise<boolean>
}

export interface Loop {
  /** Has the next round begin now. */
  ring(): void
  /** Resolves when the last round has ended after `stop`. */
  readonly ended: Promise<void>
}

const outageWaitMs = { least: 250, most: 3_000 }

/**
 * Runs rounds until told to stop. A round that fails is logged and tried again, slower while the database is away,
 * which is said once and taken back once: losing the database never ends a worker.
 */
export function runLoop({ name, log, stop, everyMs, round }: LoopOptions): Loop {
  const wake = new Wake()
  stop.addEventListener('abort', () => wake.ring())
  let failures = 0

  const attempt = async (): Promise<number> => {
    try {
      const more = await round()
      if (failures > 0) log.info({ loop: name }, `${name}: works again`)
      failures = 0
      return more ? 0 : everyMs
    } catch (error) {
      failures++
      if (!isOutage(error)) log.error({ loop: name, err: error }, `${name}: a round failed; it is tried again`)
      else if (failures === 1) log.warn({ loop: name, err: error }, `${name}: the database is away; waiting for it`)
      return Math.min(outageWaitMs.least * 2 ** Math.min(failures - 1, 10), outageWaitMs.most)
    }
  }
  const run = async () => {
    while (!stop.aborted) {
      const sleepMs = await attempt()
      if (sleepMs > 0 && !stop.aborted) await wake.sleep(sleepMs)
    }
  }
  return { ring: () => wake.ring(), ended: run() }
}
