import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../prisma/migrations')

export interface Migration {
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file, in hex: what Prisma keeps and compares. */
  readonly checksum: string
}

/** The migrations of this version of the code, in the order of their names. */
export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'))
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
    })
}
