import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf, isAlive } from '#lib/db/embedded/process-identity.ts'
import { Problem } from '#lib/db/problem.ts'
import { readRuntime } from './runtime.ts'

interface Holder {
  readonly pid: number
  readonly birth: string | undefined
}

/**
 * Makes this process the only one that runs on the data folder, or explains who is. The lock of a dead process is
 * taken over.
 *
 * @returns gives the folder free again
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'lock')
  const own = `${lock}.${process.pid}`
  const text = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) } satisfies Holder)
  writeFileSync(own, text, { mode: 0o600 })
  try {
    while (!tryLink(own, lock)) {
      const held = readText(lock)
      const holder = parse(held)
      if (holder && isAlive(holder.pid, holder.birth)) throw new Problem(occupied(dataDir, holder.pid))
      if (held !== undefined) discardStale(lock, held)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => {
    if (readText(lock) === text) rmSync(lock, { force: true })
  }
}

/** A hard link appears whole and fails where one exists: two starters cannot both succeed. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves the stale lock away. Should another starter have replaced it in between, its lock is put back. */
function discardStale(lock: string, stale: string): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (readText(aside) !== stale) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string | undefined): Holder | undefined {
  try {
    return text ? (JSON.parse(text) as Holder) : undefined
  } catch {
    return undefined // torn by a full disk: nobody's
  }
}

function occupied(dataDir: string, pid: number): string {
  const where = readRuntime(dataDir)?.url
  return [
    `Replay Ledger already runs on the data folder ${dataDir}: process ${pid}${where ? `, at ${where}` : ', still starting'}.`,
    `Stop it with Ctrl-C where it runs, or with: kill ${pid}`,
    'To run a second one beside it, give it its own port and folder: PORT=3001 LEDGER_DATA_DIR=.data-2 npm start',
  ].join('\n')
}
