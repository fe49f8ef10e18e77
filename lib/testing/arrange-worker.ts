import type { Action } from '#lib/actions/action.ts'
import { Registry } from '#lib/actions/registry.ts'
import type { Pool } from '#lib/db/connect.ts'
import { createLogger } from '#lib/log.ts'
import type { WorkerSettings } from '#lib/worker/settings.ts'
import { startWorker, type Worker } from '#lib/worker/start-worker.ts'
import { Arrange } from './arrange-ledger.ts'

/** Fast enough for tests, slow enough for a busy machine. */
export const testSettings: WorkerSettings = {
  concurrency: 16,
  claimBatch: 50,
  leaseSeconds: 4,
  pollMs: 20,
  attemptsMax: 3,
  backOff: { baseMs: 20, capMs: 100 },
  firstLookMs: 30,
  reconcileMs: 20,
  stopMs: 5_000,
}

/** For tests: a ledger with workers in this process. */
export class WorkerStage {
  readonly arrange: Arrange
  readonly #url: string
  readonly #workers: Worker[] = []

  private constructor(arrange: Arrange, url: string) {
    this.arrange = arrange
    this.#url = url
  }

  /** A source, and a destination `arranged` at the URL. */
  static async set(database: { pool: Pool; url: string }, destinationUrl: string): Promise<WorkerStage> {
    const arrange = await new Arrange(database.pool).configuration()
    const stage = new WorkerStage(arrange, database.url)
    await stage.destination({ base_url: destinationUrl, timeout_ms: 1_000 })
    return stage
  }

  get pool(): Pool {
    return this.arrange.pool
  }

  /** Changes the destination's declaration. */
  async destination(changes: Record<string, unknown>): Promise<void> {
    for (const [column, value] of Object.entries(changes))
      await this.pool.query(`UPDATE destination SET "${column}" = $1 WHERE id = $2`, [
        value,
        this.arrange.destinationId,
      ])
  }

  async work(actions: readonly Action[], changes: Partial<WorkerSettings> = {}, url = this.#url): Promise<Worker> {
    const worker = await startWorker({
      databaseUrl: url,
      settings: { ...testSettings, ...changes },
      registry: new Registry(actions),
      log: createLogger('worker'),
      masterKey: () => Buffer.alloc(32),
    })
    this.#workers.push(worker)
    return worker
  }

  async strike(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.stop()))
  }

  /** Accepts one event per id and returns their internal ids. */
  async accept(...eventIds: string[]): Promise<bigint[]> {
    const accepted = await this.arrange.accept(...eventIds.map((id) => this.arrange.arrival(id, `{"id":"${id}"}`)))
    return accepted.map(({ eventId }) => eventId ?? 0n)
  }

  async event(eventId: bigint) {
    const { rows } = await this.pool.query<{
      state: string
      hold: string | null
      attempts: number
      last_error: string | null
      looks: number
      due_in_ms: number
    }>(
      `SELECT state, hold, attempts, last_error, looks, (extract(epoch FROM next_attempt_at - clock_timestamp()) * 1000)::float8 AS due_in_ms
       FROM processing WHERE event_id = $1`,
      [eventId],
    )
    const row = rows[0]
    if (row === undefined) throw new Error(`event ${eventId} does not exist`)
    return row
  }

  async operations(eventId: bigint) {
    const { rows } = await this.pool.query<{
      id: bigint
      action: string
      state: string
      attempts: number
      reference: string | null
      outcomes: (string | null)[]
    }>(
      `SELECT o.id, o.action, o.state, o.attempts, o.reference,
         (SELECT coalesce(array_agg(s.outcome ORDER BY s.attempt), '{}') FROM side_effect s WHERE s.operation_id = o.id) AS outcomes
       FROM operation o WHERE o.event_id = $1 ORDER BY o.id`,
      [eventId],
    )
    return rows
  }

  async findings(eventId: bigint) {
    const { rows } = await this.pool.query<{
      kind: string
      verdict: string
      reference: string | null
      detail: string | null
    }>('SELECT kind, verdict, reference, detail FROM reconciliation_finding WHERE event_id = $1 ORDER BY id', [eventId])
    return rows
  }
}
