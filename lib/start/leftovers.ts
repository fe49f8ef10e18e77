import { isAlive, signal, waitUntilGone } from '#lib/db/embedded/process-identity.ts'
import { readLastRuntime } from './runtime.ts'
import { say } from './say.ts'

/** How long they may take to stop in order. */
const LIMIT_MS = 10_000

/**
 * Ends what an earlier `npm start` on this data folder has left behind: it was killed before it could stop its
 * children. The caller holds the folder's lock.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  const children = readLastRuntime(dataDir)?.children ?? []
  // A number alone may belong to somebody else by now.
  const left = children.filter((child) => child.birth !== undefined && isAlive(child.pid, child.birth))
  if (left.length === 0) return
  say(`• the last start was killed; ending what it left running: ${left.map((child) => child.name).join(', ')}`)
  for (const child of left) signal(child.pid, 'SIGTERM')
  for (const child of left) {
    if (!(await waitUntilGone(child.pid, child.birth, LIMIT_MS))) signal(child.pid, 'SIGKILL', 'group')
  }
}
