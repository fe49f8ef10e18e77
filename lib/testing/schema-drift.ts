import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, type SqlResultSet } from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

const SCHEMA_FOLDER = join(import.meta.dirname, '../../prisma/schema')
const CHAR_OID = 18
const TEXT_OID = 25
/** Prisma's ColumnType for a single character. */
const CHARACTER = 6

/**
 * What would have to change in the database for it to be what prisma/schema says; `undefined` where nothing would.
 * Prisma's own engine judges, compiled to WebAssembly, so no binary is fetched. It does not see CHECKs, triggers,
 * functions and partial indexes: see the catalogue's snapshot for those.
 */
export async function schemaDrift(connectionString: string): Promise<string | undefined> {
  await loadEngine()
  const factory = bindMigrationAwareSqlAdapterFactory(mended(connectionString))
  const engine = await glue.SchemaEngine.new({ datamodels: readSchema() }, () => {}, factory)
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: toFiles(readSchema()), configDir: SCHEMA_FOLDER },
      to: { tag: 'schemaDatamodel', files: toFiles(readSchema()) },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    })
    return exitCode === 0 ? undefined : (stdout ?? 'the engine reports a difference and does not say which')
  } finally {
    engine.free()
  }
}

let loading: Promise<void> | undefined

/** Once per process: a second instance breaks the engines of the first. */
function loadEngine(): Promise<void> {
  loading ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
    const bytes = readFileSync(join(folder, 'schema_engine_bg.wasm'))
    const imports = { './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports }
    const { instance } = await WebAssembly.instantiate(bytes, imports)
    // Without it a panic of the engine hides behind a TypeError.
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => process.stderr.write(text) },
    })
    glue.__wbg_set_wasm(instance.exports)
    ;(instance.exports as { __wbindgen_start: () => void }).__wbindgen_start()
  })()
  return loading
}

function readSchema(): [string, string][] {
  return readdirSync(SCHEMA_FOLDER)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [join(SCHEMA_FOLDER, name), readFileSync(join(SCHEMA_FOLDER, name), 'utf8')])
}

const toFiles = (schema: [string, string][]) => schema.map(([path, content]) => ({ path, content }))

/**
 * The adapter cannot read PostgreSQL's one-byte "char", in which the catalogue keeps kinds: such columns are passed
 * as text and declared as characters.
 */
function mended(connectionString: string): PrismaPg {
  const pool = new pg.Pool({ connectionString, max: 1 })
  const factory = new PrismaPg(pool, { disposeExternalPool: true })
  let charColumns: number[] = []
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  const readingChars = async (...args: unknown[]) => {
    const result = await query(...args)
    charColumns = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []))
    for (const index of charColumns) Object.assign(result.fields[index] ?? {}, { dataTypeID: TEXT_OID })
    return result
  }
  Object.assign(pool, { query: readingChars })
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (sql) => {
      const result: SqlResultSet = await queryRaw(sql)
      for (const index of charColumns) result.columnTypes[index] = CHARACTER
      return result
    }
    return adapter
  }
  return factory
}
