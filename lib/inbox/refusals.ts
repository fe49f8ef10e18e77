import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Logger } from '#lib/log.ts'

/** One refused request, without its body. */
export interface Refusal {
  /** 0 where no source has this address. */
  readonly sourceId: number
  readonly reason: string
  readonly status: number
  readonly bodyBytes: number
  readonly remoteAddress: string | null
}

/** Sampled rows per source and hour; beyond that a refusal is only counted. */
const samplesPerHour = 50
const flushMs = 1_000

const write: Statement = {
  name: 'record_refusals',
  text: `
WITH counted AS (
  INSERT INTO rollup_delta (source_id, metric, count)
  SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[])
)
INSERT INTO delivery (source_id, disposition, reason, http_status, body_bytes, remote_address)
SELECT nullif(source_id, 0), 'refused', reason, status, bytes, address
FROM unnest($4::int[], $5::text[], $6::int[], $7::int[], $8::text[]) AS s (source_id, reason, status, bytes, address)`,
}

/**
 * Counts every refused request and keeps a bounded sample. Nobody without a secret can fill the disk: what is
 * written is one statement a second at most, with a bounded number of rows.
 */
export class Refusals {
  readonly #pool: Pool
  readonly #log: Logger
  #counts = new Map<string, number>()
  #samples: Refusal[] = []
  #sampled = new Map<number, number>()
  #hour = -1
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool
    this.#log = log
  }

  record(refusal: Refusal, nowMs: number): void {
    const key = `${refusal.sourceId} delivery.refused.${refusal.reason}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    const hour = Math.floor(nowMs / 3_600_000)
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#sampled.clear()
    }
    const sampled = this.#sampled.get(refusal.sourceId) ?? 0
    if (sampled < samplesPerHour) {
      this.#sampled.set(refusal.sourceId, sampled + 1)
      this.#samples.push(refusal)
    }
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = [...this.#counts].map(([key, count]) => {
      const [sourceId, metric] = key.split(' ')
      return { sourceId: Number(sourceId), metric, count }
    })
    const samples = this.#samples
    if (counts.length === 0) return
    this.#counts = new Map()
    this.#samples = []
    try {
      await run(this.#pool, write, [
        counts.map((row) => row.sourceId),
        counts.map((row) => row.metric),
        counts.map((row) => row.count),
        samples.map((row) => row.sourceId),
        samples.map((row) => row.reason),
        samples.map((row) => row.status),
        samples.map((row) => row.bodyBytes),
        samples.map((row) => row.remoteAddress),
      ])
    } catch (error) {
      // The requests were refused all the same; only their statistics are lost, and that is said.
      this.#log.warn(
        { err: error, refused: counts.reduce((sum, row) => sum + row.count, 0) },
        'refusals could not be counted',
      )
    }
  }
}
