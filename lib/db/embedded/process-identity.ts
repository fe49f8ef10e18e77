import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'

const PROC = existsSync('/proc/self/stat')

/**
 * What tells a process from a later one with the same number: when it began. `undefined` where no such process
 * lives; a zombie does not.
 */
export function birthOf(pid: number): string | undefined {
  if (!PROC) return ps(pid, 'lstart=')
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the command's name, which may hold spaces and parentheses: state is field 3, start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined // no such process
  }
}

export function isAlive(pid: number, birth?: string): boolean {
  const now = birthOf(pid)
  return now !== undefined && (birth === undefined || birth === now)
}

/** Whether a process is the PostgreSQL server of this data folder: the server works in it. */
export function isPostmasterOf(pid: number, folder: string): boolean {
  if (!PROC) return ps(pid, 'command=')?.includes(folder) ?? false
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    )
  } catch {
    return false // gone, or another user's, which ours never is
  }
}

function ps(pid: number, column: string): string | undefined {
  const { stdout, status } = spawnSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() || undefined : undefined
}

/** Whether it was gone within the time. */
export async function waitUntilGone(pid: number, birth: string | undefined, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (isAlive(pid, birth)) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}

/** Sends a signal to a process, or to its whole group. A process that has gone meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals, whole: 'process' | 'group' = 'process'): void {
  try {
    process.kill(whole === 'group' ? -pid : pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
