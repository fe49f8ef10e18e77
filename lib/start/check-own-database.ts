import pg from 'pg'
import { Problem } from '#lib/db/problem.ts'

const OLDEST = 150_000

/** Sees that DATABASE_URL leads to a database this product can live in, or explains what stands in the way. */
export async function checkOwnDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'replay-ledger start',
  })
  client.on('error', () => {}) // the failing query says so itself
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
              current_setting('server_encoding') AS encoding`,
    )
    const server = rows[0]
    if (!server || server.number < OLDEST)
      throw new Problem(`DATABASE_URL leads to PostgreSQL ${server?.version}; 15 or newer is needed.`)
    if (server.encoding !== 'UTF8')
      throw new Problem(
        `The database's encoding is ${server.encoding}; it must be UTF8: CREATE DATABASE ledger ENCODING 'UTF8' TEMPLATE template0;`,
      )
  } catch (error) {
    throw error instanceof Problem
      ? error
      : new Problem(explain(error as NodeJS.ErrnoException, connectionString), { cause: error })
  } finally {
    await client.end().catch(() => {}) // a connection that never was has nothing to end
  }
}

const advice: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start PostgreSQL, or correct the host and port.',
  ENOTFOUND: 'The host name is unknown.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ETIMEDOUT: 'No answer. A firewall may be in the way.',
  '28P01': 'The password is wrong.',
  '28000': 'The user may not connect from here (pg_hba.conf).',
  '3D000': 'The database does not exist yet. Create it: CREATE DATABASE …;',
  '42501': 'The user lacks rights on the database.',
}

/** The address is shown without the password. */
function explain(error: NodeJS.ErrnoException, connectionString: string): string {
  const address = new URL(connectionString)
  const shown = `${address.hostname || 'localhost'}:${address.port || 5432}${address.pathname} as ${decodeURIComponent(address.username) || 'the default user'}`
  return `The database of DATABASE_URL (${shown}) cannot be used: ${error.message || error.code}\n${advice[error.code ?? ''] ?? ''}`.trimEnd()
}
