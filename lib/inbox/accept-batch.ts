import type { Pool, Tx } from '#lib/db/connect.ts'
import { isOutage } from '#lib/db/outage.ts'
import { resolveCommit } from '#lib/db/resolve-commit.ts'
import { type Accepted, type Arrival, acceptEvents } from '#lib/ledger/accept-events.ts'

/** How long an unknown commit is asked about. The provider waits meanwhile; two seconds in all are what it gets. */
const resolveMs = 1_000

/**
 * Writes a batch in one transaction and returns only when it is known to be durable. If the answer to COMMIT is
 * lost, the transaction itself is looked up on another connection: committed → the results stand; aborted → the
 * error is thrown, and nothing of the batch exists.
 *
 * @throws CommitUnknown where even that could not be established
 */
export async function acceptBatch(pool: Pool, arrivals: readonly Arrival[]): Promise<Accepted[]> {
  const tx = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  tx.on('error', onError)
  try {
    await tx.query('BEGIN')
    const { accepted, xid } = await acceptEvents(tx, arrivals)
    // Without its answer the connection is out of step, whatever became of the transaction.
    broken ??= await commitOrResolve(tx, pool, xid)
    return accepted
  } catch (error) {
    // A connection that may be dead is given up; asking it to roll back would only wait for it.
    if (isOutage(error)) broken ??= error as Error
    else
      await tx.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
    throw error
  } finally {
    tx.off('error', onError)
    tx.release(broken)
  }
}

/** Returns the error by which the answer was lost, where the transaction stands all the same. */
async function commitOrResolve(tx: Tx, pool: Pool, xid: string): Promise<Error | undefined> {
  try {
    const { command } = await tx.query('COMMIT')
    if (command !== 'COMMIT') throw new Error('the transaction was aborted and nothing of it was kept')
    return undefined
  } catch (error) {
    if (isOutage(error) && (await resolveCommit(pool, xid, resolveMs))) return error as Error
    throw error
  }
}
