import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import { SUPERUSER } from './cluster.ts'
import { connectOnce } from './connect-once.ts'
import { explainFailure } from './explain-failure.ts'
import { freePort } from './free-port.ts'
import type { Placement } from './placement.ts'
import { SERVER_ENV } from './server-env.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import { serverSettings } from './server-settings.ts'

/** Recovery after a power cut reads up to `max_wal_size` of WAL; minutes on a slow disk. */
const READY_TIMEOUT_MS = 10 * 60_000
/** Backends of a killed server end within moments of noticing. */
const STILL_STOPPING_TIMEOUT_MS = 15_000
const PORT_TRIES = 10

export interface ServerOptions {
  readonly dataDir: string
  readonly place: Placement
  readonly password: string
  readonly durable: boolean
  /** The port of an earlier run, which clients still try; another one is taken only where there was none. */
  readonly port?: number | undefined
  readonly onStep: (text: string) => void
}

export interface Server {
  readonly pid: number
  readonly port: number
  readonly exited: Promise<void>
}

/** Starts PostgreSQL in a process group of its own and returns when it answers. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const end = Date.now() + STILL_STOPPING_TIMEOUT_MS
  for (let tries = 1; ; tries += 1) {
    const attempt = await tryStart(options, options.port ?? (await freePort()))
    if ('pid' in attempt) return attempt
    if (attempt.kind === 'problem') throw attempt.problem
    if (attempt.kind === 'port_taken' && options.port === undefined && tries < PORT_TRIES) continue
    if (Date.now() > end) throw new Problem(gaveUp(attempt.kind, options))
    await sleep(250)
  }
}

function gaveUp(kind: 'port_taken' | 'still_stopping', { place, port }: ServerOptions): string {
  return kind === 'port_taken'
    ? `Another program now listens on the database's port ${port}. Start Replay Ledger again; it takes a free one.`
    : `Another PostgreSQL still works on ${place.folder} (or is ending). See \`ps aux | grep postgres\`, stop it, and start again.`
}

async function tryStart(options: ServerOptions, port: number) {
  const { place, dataDir } = options
  const logFile = join(dataDir, 'postgres.log')
  const log = openServerLog(logFile)
  const child = spawnServer(place, serverSettings({ port, durable: options.durable }), log)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  try {
    const isReady = await Promise.race([waitUntilReady(port, options, child), exited.then(() => false)])
    if (isReady && child.pid !== undefined) return { pid: child.pid, port, exited }
    return explainFailure(place.folder, logFile, log.tail())
  } catch (error) {
    child.kill('SIGQUIT')
    throw error
  } finally {
    log.close()
  }
}

function spawnServer(place: Placement, settings: string[], log: ServerLog): ChildProcess {
  return spawn(place.binaries.postgres, ['-D', place.folder, ...settings], {
    // Its own group: a Ctrl-C on the terminal reaches only us, and the database ends last.
    detached: true,
    cwd: '/',
    stdio: ['ignore', log.file, log.file],
    env: SERVER_ENV,
    ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
  })
}

async function waitUntilReady(
  port: number,
  { password, onStep }: ServerOptions,
  child: ChildProcess,
): Promise<boolean> {
  const started = Date.now()
  let saidSo = false
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await connectOnce({ port, user: SUPERUSER, password, database: 'postgres' })
    if (answer === 'ready') return true
    if (answer === 'wrong_password') throw new Problem(WRONG_PASSWORD)
    if (!saidSo && Date.now() - started > 3_000) {
      saidSo = true
      onStep('the database was not stopped in order last time and is replaying its log')
    }
    if (Date.now() - started > READY_TIMEOUT_MS)
      throw new Problem(
        'The embedded PostgreSQL did not become ready within 10 minutes. See postgres.log in the data folder.',
      )
    await sleep(20)
  }
  return false
}

const WRONG_PASSWORD =
  'The embedded PostgreSQL does not accept the password kept in database.json in the data folder.\n' +
  'Remove that file and start again: a new password is set.'
