import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Logger } from '#lib/log.ts'

const notify: Statement = { name: 'announce_due', text: `SELECT pg_notify('ledger_due', '')` }
/** Announcements within this time are one. */
const coalesceMs = 20

/**
 * Tells workers that there may be work, after the commit and never inside it, many commits in one notification. Only
 * a hint: a lost one costs a worker's poll interval.
 */
export class Announcer {
  readonly #pool: Pool
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool
    this.#log = log
  }

  announce(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      run(this.#pool, notify, []).catch((error: unknown) =>
        this.#log.debug({ err: error }, 'workers could not be told; they poll'),
      )
    }, coalesceMs).unref()
  }
}
