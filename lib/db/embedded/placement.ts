import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../problem.ts'
import { type Binaries, binariesIn, findBinaries } from './binaries.ts'
import { clusterRecord } from './cluster-record.ts'
import { type DatabaseUser, unprivilegedUser } from './database-user.ts'

/** Where things go that the database's account must reach when the project's own folder is closed to it. */
const SHARED_FOLDER = '/var/lib/replay-ledger'

export interface Placement {
  /** PostgreSQL's data folder; may not exist yet. */
  readonly folder: string
  readonly binaries: Binaries
  /** Absent where we are not root and PostgreSQL runs as ourselves. */
  readonly user: DatabaseUser | undefined
  /** The cluster is not in the data folder. */
  readonly isElsewhere: boolean
  /** Said to the person when the data is not where they would look for it. */
  readonly notice?: string
}

/**
 * Decides where the cluster lives and who runs it. As root, PostgreSQL runs under another account, which must be
 * able to reach the data and the programs; a checkout under a closed folder (such as /root) then keeps them under
 * /var/lib instead.
 */
export function place(dataDir: string): Placement {
  const isRoot = process.getuid?.() === 0
  // The account of the database needs the way through, never the listing.
  mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const binaries = findBinaries()
  const moved = clusterRecord(dataDir)?.elsewhere
  const folder = moved ?? join(realpathSync(dataDir), 'postgres')
  if (!isRoot) return { folder: ownedByUs(folder), binaries, user: undefined, isElsewhere: moved !== undefined }

  const user = existsSync(folder) ? ownerOf(folder) : unprivilegedUser()
  chmodSync(dataDir, 0o711)
  const reachable = canReach(user, existsSync(folder) ? folder : dirname(folder))
  const runnable = canRun(user, binaries)
  return {
    user,
    binaries: runnable ? binaries : copyOf(binaries, user),
    folder: reachable ? folder : elsewhere(folder, user),
    isElsewhere: moved !== undefined || !reachable,
    ...(reachable
      ? {}
      : {
          notice: `the database's account (${user.name}) cannot enter ${dataDir}; its data is kept under ${SHARED_FOLDER}`,
        }),
  }
}

function ownedByUs(folder: string): string {
  const owner = existsSync(folder) ? statSync(folder).uid : process.getuid?.()
  if (owner === process.getuid?.()) return folder
  throw new Problem(
    `The database in ${folder} belongs to another account (uid ${owner}): it was first started by root or by another user.\n` +
      `Start it as that user again, or give it to yourself: sudo chown -R $(id -u):$(id -g) ${folder}`,
  )
}

/** A cluster that exists keeps its owner: PostgreSQL insists on it. */
function ownerOf(folder: string): DatabaseUser {
  const { uid, gid } = statSync(folder)
  return uid === 0 ? unprivilegedUser() : { name: `uid ${uid}`, uid, gid }
}

function canReach(user: DatabaseUser, folder: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

function canRun(user: DatabaseUser, binaries: Binaries): boolean {
  const { status } = spawnSync(binaries.postgres, ['--version'], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

function copyOf(binaries: Binaries, user: DatabaseUser): Binaries {
  const target = join(sharedFolder(), `postgresql-${binaries.version}`)
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`
    cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, target)
  }
  const copy = binariesIn(target, binaries.version)
  if (canRun(user, copy)) return copy
  const { stderr, error } = spawnSync(copy.postgres, ['--version'], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    encoding: 'utf8',
  })
  throw new Problem(
    `PostgreSQL's programs do not run on this machine as ${user.name}: ${(stderr || error?.message || 'no reason given').trim()}\n` +
      'Use a PostgreSQL of your own instead (DATABASE_URL), or run `npm start` as an ordinary user.',
  )
}

function elsewhere(folder: string, user: DatabaseUser): string {
  if (existsSync(folder)) {
    throw new Problem(
      `The account that owns the database (${user.name}) can no longer enter ${folder}.\n` +
        'Let it through the folders above it again (chmod o+x), or move the project to where it can.',
    )
  }
  const own = join(sharedFolder(), `${basename(process.cwd())}-${crypto.randomUUID().slice(0, 8)}`)
  mkdirSync(own, { mode: 0o711 })
  return join(own, 'postgres')
}

function sharedFolder(): string {
  try {
    mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 })
    return SHARED_FOLDER
  } catch (error) {
    throw new Problem(
      `PostgreSQL does not run as root, its own account cannot enter the project's folder, and ${SHARED_FOLDER} cannot be made (${(error as Error).message}).\n` +
        'Move the project out of the closed folder (for example to /srv), or set DATABASE_URL.',
    )
  }
}
