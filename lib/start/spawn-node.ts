import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { signal } from '#lib/db/embedded/process-identity.ts'
import { inProject, ROOT } from './project.ts'
import { whenAborted } from './stop-signals.ts'

/** A process that runs, whatever it is. */
export interface Running {
  readonly pid: number
  /** How it ended, in words. */
  readonly exited: Promise<string>
  readonly stop: (hurry: AbortSignal) => Promise<void>
}

interface NodeOptions {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly onLine: (line: string) => void
  /** How long an orderly end may take. */
  readonly stopMs: number
}

const LEAVE_WITH_PARENT = `${pathToFileURL(inProject('lib/start/leave-with-parent.ts')).href}?parent=${process.pid}`

/**
 * Starts this same Node on a script, in a process group of its own: a Ctrl-C on the terminal reaches only
 * `npm start`, which then stops its children one after the other.
 */
export function spawnNode({ args, env, onLine, stopMs }: NodeOptions): Promise<Running> {
  const child = spawn(process.execPath, ['--import', LEAVE_WITH_PARENT, ...args], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', onLine)
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(running(child, child.pid ?? 0, stopMs)))
  })
}

function running(child: ChildProcess, pid: number, stopMs: number): Running {
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, by) => {
      // What it has started itself ends with it.
      signal(pid, 'SIGKILL', 'group')
      resolve(by ? `it was ended by ${by}` : `it ended with exit code ${code}`)
    })
  })
  const stop = async (hurry: AbortSignal) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    if (!hurry.aborted) {
      child.kill('SIGTERM')
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs)
      })
      await Promise.race([exited, limit, whenAborted(hurry)])
      clearTimeout(timer)
    }
    if (child.exitCode === null && child.signalCode === null) signal(pid, 'SIGKILL', 'group')
    await exited
  }
  return { pid, exited, stop }
}
