import { type Dispatcher, Pool } from 'undici'
import type { Destination } from './destination.ts'

/**
 * Kept-alive connections, one pool per destination. HTTP/1.1 only: there, one socket carries one request, so what
 * happens to the socket tells what happened to the request.
 */
export class Connections {
  readonly #connectionsMax: number
  readonly #pools = new Map<number, { readonly origin: string; readonly timeoutMs: number; readonly pool: Pool }>()

  /** @param connectionsMax sockets per destination */
  constructor(connectionsMax: number) {
    this.#connectionsMax = connectionsMax
  }

  to(destination: Destination): Dispatcher {
    const known = this.#pools.get(destination.id)
    const { origin } = destination.baseUrl
    if (known !== undefined) {
      if (known.origin === origin && known.timeoutMs === destination.timeoutMs) return known.pool
      // Requests under way end on the old connections.
      known.pool.close().catch(() => undefined)
    }
    const pool = new Pool(origin, {
      connections: this.#connectionsMax,
      allowH2: false,
      pipelining: 1,
      connectTimeout: destination.timeoutMs,
      // Below the 5 s after which Node's own servers, and many others, close idle sockets.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
    })
    this.#pools.set(destination.id, { origin, timeoutMs: destination.timeoutMs, pool })
    return pool
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map(({ pool }) => pool.destroy()))
  }
}
