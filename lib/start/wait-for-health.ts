import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#lib/db/problem.ts'

const PROBE_TIMEOUT_MS = 5_000

interface Options {
  readonly address: string
  readonly limitMs: number
  readonly stop: AbortSignal
}

/** Returns when GET /api/health answers 200: the web server is up and reaches its database. */
export async function waitForHealth({ address, limitMs, stop }: Options): Promise<void> {
  const end = Date.now() + limitMs
  let last = 'no answer'
  while (Date.now() < end) {
    stop.throwIfAborted()
    try {
      const response = await fetch(`${address}/api/health`, {
        signal: AbortSignal.any([stop, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
      })
      if (response.status === 200) return
      last = `HTTP ${response.status}: ${(await response.text()).slice(0, 300)}`
    } catch (error) {
      last = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    }
    await sleep(150)
  }
  throw new Problem(
    `The web server did not become healthy within ${limitMs / 1000} s. ${address}/api/health said last: ${last}`,
  )
}

/** Where this machine reaches the web server; one that listens everywhere is reached on the loopback address. */
export function probeAddress(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
