import { expect, test } from 'vitest'
import { type AppliedRow, pendingMigrations } from './pending.ts'

const migrations = ['1_first', '2_second', '3_third'].map((name) => ({ name, sql: '', checksum: `sum of ${name}` }))
const applied = (name: string, changes: Partial<AppliedRow> = {}): AppliedRow => ({
  migration_name: name,
  checksum: `sum of ${name}`,
  finished_at: new Date(),
  rolled_back_at: null,
  ...changes,
})
const names = (rows: AppliedRow[]) => pendingMigrations(migrations, rows).map((migration) => migration.name)

test('an empty database needs all of them, in order', () => {
  expect(names([])).toEqual(['1_first', '2_second', '3_third'])
})

test('what was applied is not applied again', () => {
  expect(names([applied('1_first'), applied('2_second')])).toEqual(['3_third'])
})

test('one that was rolled back is applied again, whatever it said then', () => {
  expect(names([applied('1_first', { finished_at: null, rolled_back_at: new Date(), checksum: 'old' })])).toContain(
    '1_first',
  )
})

test('one with another content is refused', () => {
  expect(() => names([applied('1_first', { checksum: 'other' })])).toThrow(/1_first was applied .* with other contents/)
})

test('one that never finished is refused, with what to do', () => {
  expect(() => names([applied('1_first', { finished_at: null })])).toThrow(
    /never finished[\s\S]*UPDATE _prisma_migrations/,
  )
})

test('a database of a newer version is refused by name', () => {
  expect(() => names([applied('1_first'), applied('9_from_the_future')])).toThrow(/does not know: 9_from_the_future/)
})
