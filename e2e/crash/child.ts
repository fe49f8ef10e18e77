import { readFileSync } from 'node:fs'
import { childEnv } from '#lib/env.ts'
import { type Running, spawnNode } from '#lib/start/spawn-node.ts'
import { until } from '../stage/until.ts'

/** This installation's key in all crash tests. */
export const masterKey = Buffer.alloc(32, 9)

/** A real process of the product. What it says is kept. */
export class Child {
  readonly lines: string[] = []
  readonly #running: Running
  #ended: string | undefined

  private constructor(running: Running) {
    this.#running = running
    void running.exited.then((how) => {
      this.#ended = how
    })
  }

  static async start(args: readonly string[], env: Record<string, string | undefined>): Promise<Child> {
    let child: Child | undefined
    const early: string[] = []
    const running = await spawnNode({
      args,
      env: childEnv({
        NODE_ENV: 'production',
        LOG_FORMAT: 'json',
        LOG_LEVEL: 'trace',
        LEDGER_KEY: masterKey.toString('base64'),
        ADMIN_PASSWORD: undefined,
        VITEST: undefined,
        ...env,
      }),
      stopMs: 20_000,
      onLine: (line) => (child?.lines ?? early).push(line),
    })
    child = new Child(running)
    child.lines.unshift(...early)
    return child
  }

  get pid(): number {
    return this.#running.pid
  }

  /** How it ended, in words; undefined while it lives. */
  get ended(): string | undefined {
    return this.#ended
  }

  get exited(): Promise<string> {
    return this.#running.exited
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name)
  }

  /** Waits until the kernel says that it stands still (SIGSTOP, by whomever). */
  async standsStill(): Promise<void> {
    await until(`process ${this.pid} stands still`, () => / T /.test(this.#status('stat').slice(0, 60)))
  }

  /** 0 once it has ended. */
  get residentMb(): number {
    if (this.#ended !== undefined) return 0
    return Number(/VmRSS:\s+(\d+) kB/.exec(this.#status('status'))?.[1] ?? 0) / 1024
  }

  /** Ends it at once, whether it stands still or not. */
  async end(): Promise<void> {
    if (this.#ended === undefined) await this.#running.stop(AbortSignal.abort())
  }

  #status(file: 'stat' | 'status'): string {
    return readFileSync(`/proc/${this.pid}/${file}`, 'utf8')
  }
}
