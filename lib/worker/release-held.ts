import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Knowledge } from './knowledge.ts'

const batchSize = 1_000
/** Events looked at in one pass; the next pass goes on where this one ended. */
const passMax = 20_000

const findHeld: Statement = {
  name: 'find_held_without_action',
  text: `
SELECT p.event_id, e.provider, e.type, e.source_id, s.slug, s.record_only
FROM processing p JOIN event e ON e.id = p.event_id JOIN source s ON s.id = e.source_id
WHERE p.hold = 'no_action' AND p.event_id > $1
ORDER BY p.event_id
LIMIT $2`,
}

const unhold: Statement = {
  name: 'unhold_events',
  text: `
UPDATE processing p SET hold = NULL, next_attempt_at = clock_timestamp()
FROM (
  SELECT event_id FROM processing
  WHERE event_id = ANY ($1::bigint[]) AND hold = 'no_action' AND state = 'validated'
  ORDER BY event_id
  FOR UPDATE SKIP LOCKED
) held
WHERE p.event_id = held.event_id`,
}

/**
 * Frees events that waited for an action and have one now, or whose source became record-only. Walks all held events
 * in order, a bounded number per pass, and begins again at the end.
 */
export class HeldReleaser {
  readonly #pool: Pool
  readonly #knowledge: Knowledge
  #after = 0n

  constructor(pool: Pool, knowledge: Knowledge) {
    this.#pool = pool
    this.#knowledge = knowledge
  }

  /** Has the next pass begin at the first held event. */
  restart(): void {
    this.#after = 0n
  }

  /** Returns how many events were freed, and whether held events remain that this pass did not look at. */
  async pass(): Promise<{ freed: number; more: boolean }> {
    let freed = 0
    for (let seen = 0; seen < passMax; ) {
      const rows = await run<Row & Record<string, unknown>>(this.#pool, findHeld, [this.#after, batchSize])
      const ids = rows.filter((row) => this.#hasAction(row)).map((row) => row.event_id)
      if (ids.length > 0) freed += (await this.#pool.query({ ...unhold, values: [ids] })).rowCount ?? 0
      seen += rows.length
      this.#after = rows.at(-1)?.event_id ?? 0n
      if (rows.length < batchSize) {
        this.#after = 0n
        return { freed, more: false }
      }
    }
    return { freed, more: true }
  }

  #hasAction(row: Row): boolean {
    const { provider, type, source_id: sourceId, slug: sourceSlug } = row
    const choice = this.#knowledge.choose({ provider, type, sourceId, sourceSlug })
    return choice.kind === 'actions' || (choice.kind === 'none' && row.record_only)
  }
}

interface Row {
  event_id: bigint
  provider: string
  type: string
  source_id: number
  slug: string
  record_only: boolean
}
