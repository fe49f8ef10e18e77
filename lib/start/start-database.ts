import { type EmbeddedDatabase, startEmbedded } from '#lib/db/embedded.ts'
import type { Env } from '#lib/env.ts'
import { checkOwnDatabase } from './check-own-database.ts'
import { say, step } from './say.ts'
import { type Hooks, type Supervised, supervise } from './supervise.ts'

export interface Database {
  readonly url: string
  readonly kind: 'embedded' | 'own'
  /** Absent where the database is somebody else's to run. */
  readonly supervised: Supervised | undefined
}

/** The database of DATABASE_URL, seen to be usable, or the embedded one, started and kept running. */
export async function startDatabase(env: Env, hooks: Hooks): Promise<Database> {
  const own = env.databaseUrl
  if (own) {
    await step('looking at the database of DATABASE_URL', () => checkOwnDatabase(own))
    return { url: own, kind: 'own', supervised: undefined }
  }
  let latest: EmbeddedDatabase | undefined
  const start = async () => {
    // After a crash it comes back on the port its clients know.
    latest = await startEmbedded({ dataDir: env.dataDir, port: latest?.port, onStep: (text) => say(`  ${text}`) })
    const { pid, exited, stop } = latest
    return { pid, stop, exited: exited.then(() => 'see postgres.log in the data folder') }
  }
  // One left behind is found by its own lock file, and stopped by other signals than ours.
  const supervised = await step('starting PostgreSQL', () =>
    supervise({ name: 'database', start }, { ...hooks, onStarted: () => {} }),
  )
  if (!latest) throw new Error('the database started without saying where')
  return { url: latest.url, kind: 'embedded', supervised }
}
