import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../problem.ts'
import { POSTGRES_MAJOR } from './binaries.ts'
import { clusterRecord, saveClusterRecord } from './cluster-record.ts'
import type { Placement } from './placement.ts'
import { SERVER_ENV } from './server-env.ts'

/** The cluster's superuser; the product itself connects as the owner of its own database. */
export const SUPERUSER = 'postgres'

export interface Cluster {
  readonly password: string
  readonly isNew: boolean
}

/** Makes the cluster where there is none, and checks the one there is. */
export async function ensureCluster(dataDir: string, place: Placement): Promise<Cluster> {
  discardUnfinished(place.folder)
  const isNew = !hasCluster(place.folder)
  const password = clusterRecord(dataDir)?.password ?? randomBytes(24).toString('base64url')
  if (isNew) createCluster(place)
  else checkMajor(place.folder)
  if (isNew || !clusterRecord(dataDir)) setPassword(place, password)
  saveClusterRecord(dataDir, { password, ...(place.isElsewhere ? { elsewhere: place.folder } : {}) })
  return { password, isNew }
}

/**
 * initdb works beside the final place, and only a finished cluster is moved there: a start that was killed midway
 * leaves nothing that looks like one.
 */
function createCluster(place: Placement): void {
  const unfinished = `${place.folder}.unfinished-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (place.user) chownSync(unfinished, place.user.uid, place.user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // There is no local socket to come in by, and no password until `setPassword`.
  const auth = ['--auth-local=reject', '--auth-host=scram-sha-256', `--username=${SUPERUSER}`]
  const result = runAs(place, place.binaries.initdb, ['-D', unfinished, ...auth, ...locale, '--no-instructions'], '')
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Problem(`PostgreSQL could not make its data folder ${place.folder}:\n${outputOf(result)}`)
  }
  if (existsSync(place.folder)) rmdirSync(place.folder)
  renameSync(unfinished, place.folder)
}

function discardUnfinished(folder: string): void {
  const leftovers = readdirSync(dirname(folder)).filter((name) => name.startsWith(`${basename(folder)}.unfinished-`))
  for (const name of leftovers) rmSync(join(dirname(folder), name), { recursive: true, force: true })
}

function hasCluster(folder: string): boolean {
  if (!existsSync(folder)) return false
  const names = readdirSync(folder)
  if (names.length === 0) return false
  if (['PG_VERSION', 'base', 'global', 'pg_wal'].every((name) => names.includes(name))) return true
  throw new Problem(
    `${folder} is not a complete PostgreSQL data folder: part of it is missing.\n` +
      'If a backup exists, put it back. If there is nothing in it to keep, move the folder away and start again; a new, empty one is made:\n' +
      `  mv ${folder} ${folder}.damaged`,
  )
}

function checkMajor(folder: string): void {
  const major = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (major === POSTGRES_MAJOR) return
  throw new Problem(
    `The data in ${folder} was written by PostgreSQL ${major}; this version of Replay Ledger brings PostgreSQL ${POSTGRES_MAJOR}, which cannot read it.\n` +
      `Start it once with the version of Replay Ledger it belongs to and save it with pg_dump, or run PostgreSQL ${major} on the folder yourself and set DATABASE_URL.`,
  )
}

/** Through PostgreSQL's single-user mode, which asks for no password: only the owner of the files can run it. */
function setPassword(place: Placement, password: string): void {
  const sql = `ALTER ROLE "${SUPERUSER}" PASSWORD '${password}'\n`
  const result = runAs(place, place.binaries.postgres, ['--single', '-D', place.folder, 'postgres'], sql)
  if (result.status !== 0) throw new Problem(`The database's password could not be set:\n${outputOf(result)}`)
}

function runAs(place: Placement, program: string, args: string[], input: string): SpawnSyncReturns<string> {
  const identity = place.user ? { uid: place.user.uid, gid: place.user.gid } : {}
  return spawnSync(program, args, {
    ...identity,
    cwd: '/',
    input,
    encoding: 'utf8',
    env: SERVER_ENV,
  })
}

function outputOf(result: SpawnSyncReturns<string>): string {
  const text = `${result.error?.message ?? ''}\n${result.stderr ?? ''}`.trim()
  return text
    .split('\n')
    .slice(-8)
    .map((line) => `  ${line}`)
    .join('\n')
}
