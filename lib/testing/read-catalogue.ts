import type { Pool } from '#lib/db/connect.ts'

/** Every rule PostgreSQL holds that Prisma's schema cannot say, one per line, in a stable order. */
const CATALOGUE = `
SELECT 'check ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line
  FROM pg_constraint WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
UNION ALL
SELECT 'foreign key ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
UNION ALL
SELECT 'trigger ' || pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' DISABLED' END
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT 'index ' || pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND (i.indpred IS NOT NULL OR i.indexprs IS NOT NULL)
UNION ALL
SELECT 'function ' || p.proname || ' ' || encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex') FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace
UNION ALL
SELECT 'storage ' || oid::regclass || ' ' || array_to_string(reloptions, ', ') FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND reloptions IS NOT NULL`

export async function readCatalogue(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(CATALOGUE)
  return rows.map((row) => row.line).sort()
}
