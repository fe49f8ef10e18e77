import { createConnection, createServer, type Server, type Socket } from 'node:net'

/** What the proxy does with the rest of a connection once a trigger was seen. */
type Fault = 'none' | 'cut_reply_to_commit' | 'swallow_reply_to_commit' | 'cut_before_commit'

/** COMMIT as the driver sends it: a simple query message of its own. */
const commit = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1')

/**
 * A TCP proxy in front of PostgreSQL that can lose the answer to COMMIT after forwarding it: `cut_reply` closes the
 * connection, `swallow_reply` keeps it open and silent. `cut_before` closes it instead of forwarding. Counts how often
 * the fault really happened.
 */
export class TcpProxy {
  fault: Fault = 'none'
  /** Faults still to be made; others pass. */
  remaining = 0
  happened = 0
  #down = false
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((client) => this.#connect(client, target))
  }

  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy is not listening')
    return address.port
  }

  /** Loses the answers to the next `count` commits. */
  lose(fault: Exclude<Fault, 'none'>, count: number): void {
    this.fault = fault
    this.remaining = count
  }

  /** Ends every connection and refuses new ones until `restore`. */
  cutAll(): void {
    this.#down = true
    for (const socket of this.#sockets) socket.destroy()
  }

  restore(): void {
    this.#down = false
  }

  async close(): Promise<void> {
    this.cutAll()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #connect(client: Socket, target: { host: string; port: number }) {
    if (this.#down) {
      client.destroy()
      return
    }
    const server = createConnection(target)
    let losing: Fault = 'none'
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
      // An ended connection is what the proxy is for; `close` follows.
      socket.on('error', () => undefined)
    }
    client.on('data', (chunk) => {
      if (this.remaining > 0 && chunk.equals(commit)) {
        this.remaining--
        if (this.fault === 'cut_before_commit') {
          this.happened++
          client.destroy()
          return
        }
        losing = this.fault
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (losing === 'none') client.write(chunk)
      else {
        this.happened++
        if (losing === 'cut_reply_to_commit') client.destroy()
        // A swallowed reply leaves the connection open and silent from here on.
      }
    })
  }
}
