import pg from 'pg'

interface Target {
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** Whether a server on this machine takes connections now. */
export async function connectOnce(target: Target): Promise<'ready' | 'not_yet' | 'wrong_password'> {
  const client = new pg.Client({ host: '127.0.0.1', ...target, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // said by the query or by end() as well
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'ready'
  } catch (error) {
    return (error as { code?: string }).code === '28P01' ? 'wrong_password' : 'not_yet'
  } finally {
    await client.end().catch(() => {}) // a connection that never was has nothing to end
  }
}
