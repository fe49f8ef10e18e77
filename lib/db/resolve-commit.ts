import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from './connect.ts'

/** The commit was sent and its answer lost, and the database could not be asked in time. The transaction may stand. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/**
 * Asks PostgreSQL, on a fresh connection, what became of a transaction whose COMMIT got no answer. The transaction
 * may still be ending, so "in progress" is asked again until `deadlineMs` have passed.
 *
 * @returns true if it committed, false if nothing of it was kept
 * @throws {@link CommitUnknown} if no answer could be had
 */
export async function resolveCommit(pool: Pool, xid: string, deadlineMs: number): Promise<boolean> {
  const end = performance.now() + deadlineMs
  let cause: unknown
  while (performance.now() < end) {
    try {
      const { rows } = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::text::xid8) AS status', [
        xid,
      ])
      if (rows[0]?.status === 'committed') return true
      if (rows[0]?.status === 'aborted') return false
    } catch (error) {
      cause = error
    }
    await wait(25)
  }
  throw new CommitUnknown(`the outcome of transaction ${xid} could not be established in ${deadlineMs} ms`, { cause })
}
