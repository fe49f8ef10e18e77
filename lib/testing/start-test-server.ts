import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '#lib/db/embedded.ts'
import { migrate } from '#lib/db/migrate.ts'
import { say } from '#lib/start/say.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's maintenance database, as its superuser. */
    superuserUrl: string
  }
}

interface Project {
  provide(name: 'superuserUrl', value: string): void
}

/** Vitest's global set-up: one PostgreSQL for all integration tests, with a migrated database to clone. */
export default async function startTestServer(project: Project): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'replay-ledger-tests-'))
  chmodSync(dataDir, 0o755)
  let database: EmbeddedDatabase | undefined
  const stop = async () => {
    await database?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    database = await startEmbedded({ dataDir, durable: false, onStep: say })
    await migrate(database.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('superuserUrl', database.superuserUrl)
  return stop
}
