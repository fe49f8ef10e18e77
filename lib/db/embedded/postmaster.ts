import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { birthOf, isPostmasterOf, signal, waitUntilGone } from './process-identity.ts'

/**
 * A server that outlived the `npm start` it belonged to is stopped: it may run under settings of an older version,
 * and starting anew costs less than a second. The caller holds the data folder's lock, so nobody is using it.
 * A lock file whose server is dead, or whose number now belongs to some other process, is removed.
 *
 * @returns whether one was stopped
 */
export async function endLeftoverServer(folder: string): Promise<boolean> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return false
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isPostmasterOf(pid, folder)) {
    rmSync(file, { force: true })
    return false
  }
  await stopServer(pid)
  return true
}

/**
 * Fast shutdown (open transactions are rolled back), then immediate (recovers at the next start), then the last
 * resort. Each step has its limit.
 */
export async function stopServer(pid: number, hurry?: AbortSignal): Promise<void> {
  const birth = birthOf(pid)
  if (birth === undefined) return
  if (!hurry?.aborted) {
    signal(pid, 'SIGINT')
    if (await goneOrHurried(pid, birth, 20_000, hurry)) return
  }
  signal(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, birth, 6_000)) return
  signal(pid, 'SIGKILL', 'group')
  if (await waitUntilGone(pid, birth, 2_000)) return
  throw new Problem(
    `The PostgreSQL server with process id ${pid} does not end, even when killed. Look at the machine's disk.`,
  )
}

async function goneOrHurried(
  pid: number,
  birth: string,
  timeoutMs: number,
  hurry: AbortSignal | undefined,
): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end && !hurry?.aborted) {
    if (await waitUntilGone(pid, birth, 100)) return true
  }
  return false
}
