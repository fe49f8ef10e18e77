import { defineConfig } from 'prisma/config'

// `generate` asks for a schema-engine binary it never runs; any existing file satisfies it, so nothing is
// fetched. Migrations are applied by lib/db/migrate.ts, never with this placeholder.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: '../prisma/schema',
  migrations: { path: '../prisma/migrations' },
})
