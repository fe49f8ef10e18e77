import pg from 'pg'

// bigint comes as a JavaScript BigInt, never as a rounded number; every bigint column of ours is an identity or a count.
// Of these pools only: Prisma, in the same process, reads bigint in its own way.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, BigInt)

export type Pool = pg.Pool
/** A connection inside an open transaction. Every verb of lib/ledger takes one first. */
export type Tx = pg.PoolClient

interface PoolOptions {
  readonly connectionString: string
  readonly name: string
  readonly max: number
  /** The longest any one statement may take. */
  readonly statementTimeoutMs: number
  /**
   * For the hot paths, whose statements touch a bounded number of rows by key: nested loops over indexes only. A
   * prepared statement keeps the plan of its first minutes, and the plan that suits an empty table scans a full one.
   */
  readonly byKey?: boolean
  /** The longest a caller waits for a free connection. */
  readonly connectTimeoutMs?: number
}

/**
 * A pool whose sessions keep UTC and bounded statements. Losing an idle connection is not an error here: the
 * next query opens another one, and its failure is reported to the caller that needs it.
 */
export function createPool(options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.name,
    types,
    max: options.max,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 1_500,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + 500,
    lock_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    options: `-c timezone=UTC${options.byKey ? ' -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_material=off -c plan_cache_mode=force_generic_plan -c jit=off' : ''}`,
  })
  pool.on('error', () => {})
  return pool
}

/** A named statement: prepared once per connection. `text` never contains input. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export async function run<Row extends pg.QueryResultRow>(
  tx: Tx | Pool,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const result = await tx.query<Row>({ name: statement.name, text: statement.text, values })
  return result.rows
}

/**
 * Runs `work` in one transaction. Rolls back on any throw. A connection whose state is unknown is destroyed, not
 * returned to the pool.
 */
export async function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  let broken: Error | undefined
  // A connection that dies between two queries says so only here; the next query on it fails by itself.
  const onError = (error: Error) => {
    broken = error
  }
  tx.on('error', onError)
  try {
    await tx.query('BEGIN')
    const result = await work(tx)
    const { command } = await tx.query('COMMIT')
    // PostgreSQL answers COMMIT of an aborted transaction with ROLLBACK instead of an error.
    if (command !== 'COMMIT') throw new Error('the transaction was aborted and nothing of it was kept')
    return result
  } catch (error) {
    await tx.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    tx.off('error', onError)
    tx.release(broken)
  }
}
