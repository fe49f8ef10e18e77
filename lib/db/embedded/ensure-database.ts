import pg from 'pg'
import { SUPERUSER } from './cluster.ts'

/** The product's own role and database; the role owns the database and is no superuser. */
export const DATABASE = 'ledger'

/** @returns the address the product connects to */
export async function ensureDatabase(port: number, password: string): Promise<string> {
  const admin = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' })
  await admin.connect()
  try {
    const { rows } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [DATABASE])
    // The password is ours, of base64url characters, and may have been set anew.
    await admin.query(`${rows.length > 0 ? 'ALTER' : 'CREATE'} ROLE "${DATABASE}" LOGIN PASSWORD '${password}'`)
    const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rows.length === 0) await admin.query(`CREATE DATABASE "${DATABASE}" OWNER "${DATABASE}"`)
  } finally {
    await admin.end()
  }
  return `postgresql://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
}
