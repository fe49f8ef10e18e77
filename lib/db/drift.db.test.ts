import { describe, expect, test } from 'vitest'
import { useDatabase } from '#lib/testing/database.ts'
import { readCatalogue } from '#lib/testing/read-catalogue.ts'
import { schemaDrift } from '#lib/testing/schema-drift.ts'

const database = useDatabase()

describe('the migrated database is what the code believes it to be', () => {
  test('prisma/schema and the migrations describe the same tables', async () => {
    expect(await schemaDrift(database.url)).toBeUndefined()
  })

  test('CHECKs, foreign keys, triggers, functions and partial indexes are the reviewed ones', async () => {
    const catalogue = `${(await readCatalogue(database.pool)).join('\n')}\n`
    await expect(catalogue).toMatchFileSnapshot('./catalogue.snapshot.txt')
  })
})

describe('the comparison notices', () => {
  const changed = useDatabase()

  test('a column that the schema does not know', async () => {
    await changed.pool.query('ALTER TABLE event ADD COLUMN surprise TEXT')
    expect(await schemaDrift(changed.url)).toMatch(/surprise/)
    await changed.pool.query('ALTER TABLE event DROP COLUMN surprise')
  })

  test('a trigger that is gone or disabled', async () => {
    const before = await readCatalogue(changed.pool)
    await changed.pool.query('ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_continues')
    const after = await readCatalogue(changed.pool)
    expect(before.filter((line) => !after.includes(line))).toEqual([
      expect.stringMatching(/^trigger .*ledger_entry_continues/),
    ])
  })
})
