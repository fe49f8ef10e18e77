import { ensureCluster } from './embedded/cluster.ts'
import { ensureDatabase } from './embedded/ensure-database.ts'
import { place } from './embedded/placement.ts'
import { endLeftoverServer, stopServer } from './embedded/postmaster.ts'
import { type Server, startServer } from './embedded/server.ts'

interface EmbeddedOptions {
  /** The product's data folder; the cluster lives in `postgres` under it. */
  readonly dataDir: string
  /** Whether a commit survives a power cut. Only tests say no. */
  readonly durable?: boolean
  /** The port to come back on after a crash. */
  readonly port?: number | undefined
  /** What a person should know while they wait. */
  readonly onStep?: (text: string) => void
}

export interface EmbeddedDatabase extends Server {
  /** Where the product's database is. */
  readonly url: string
  /** Makes a database of the cluster's superuser reachable; for tests, which clone databases. */
  readonly superuserUrl: string
  /** The first start of this cluster. */
  readonly isNew: boolean
  readonly stop: (hurry?: AbortSignal) => Promise<void>
}

/**
 * Starts the PostgreSQL that came with `npm ci` on the data folder, making the cluster at the first start. The
 * caller sees to it that no other process of ours uses the same folder (lib/start/lock.ts).
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, onStep = () => {} } = options
  const where = place(dataDir)
  if (where.notice) onStep(where.notice)
  const leftover = await endLeftoverServer(where.folder)
  if (leftover) onStep('stopped a database server that an earlier start had left running')
  const cluster = await ensureCluster(dataDir, where)
  const server = await startServer({
    dataDir,
    place: where,
    password: cluster.password,
    durable,
    port: options.port,
    onStep,
  })
  const url = await ensureDatabase(server.port, cluster.password)
  return {
    ...server,
    url,
    superuserUrl: `postgresql://postgres:${cluster.password}@127.0.0.1:${server.port}/postgres`,
    isNew: cluster.isNew,
    stop: (hurry) => stopServer(server.pid, hurry),
  }
}
