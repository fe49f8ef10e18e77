import { Problem } from '../problem.ts'
import type { Migration } from './read-migrations.ts'

/** A row of Prisma's own table. */
export interface AppliedRow {
  readonly migration_name: string
  readonly checksum: string
  readonly finished_at: Date | null
  readonly rolled_back_at: Date | null
}

/**
 * What is still to be applied. Refuses a history that is not ours, by Prisma's own rules: rows marked as rolled
 * back do not count.
 */
export function pendingMigrations(migrations: readonly Migration[], rows: readonly AppliedRow[]): Migration[] {
  const applied = new Map(rows.filter((row) => row.rolled_back_at === null).map((row) => [row.migration_name, row]))
  refuseUnknown(migrations, applied)
  for (const migration of migrations) {
    const row = applied.get(migration.name)
    if (row && row.finished_at === null) throw new Problem(unfinished(migration.name))
    if (row && row.checksum !== migration.checksum) throw new Problem(changed(migration.name))
  }
  return migrations.filter((migration) => !applied.has(migration.name))
}

function refuseUnknown(migrations: readonly Migration[], applied: ReadonlyMap<string, AppliedRow>): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort()
  if (unknown.length === 0) return
  throw new Problem(
    `The database has migrations that this version of the code does not know: ${unknown.join(', ')}.\n` +
      'It was last used by a newer version (or by another product). Nothing was changed.\n' +
      'Start that newer version, or connect to the database that belongs to this one.',
  )
}

const unfinished = (name: string) =>
  `The migration ${name} began on this database and was never finished, by a tool that does not undo a half-done one.\n` +
  'Nothing was changed now. Look at the database, undo what is there of it, then mark it and start again:\n' +
  `  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${name}' AND finished_at IS NULL;`

const changed = (name: string) =>
  `The migration ${name} was applied to this database with other contents than prisma/migrations/${name}/migration.sql has now.\n` +
  'A migration never changes after it was applied: put the file back as it was and write a new migration. Nothing was changed.'
