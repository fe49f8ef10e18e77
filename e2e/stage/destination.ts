import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Seen {
  readonly method: string
  readonly url: string
  readonly key: string | undefined
  readonly bodyDigest: string
}

interface Item {
  readonly id: string
  /** The event it was made for. */
  readonly event: string
}

export interface Behaviour {
  /** A second request under a known key gives the first one's item and makes nothing. */
  readonly honoursKeys?: boolean
}

/**
 * A destination over real HTTP that logs every request and counts what it makes. It acts as soon as a request is
 * whole; its answer can be held back.
 */
export class Destination {
  readonly requests: Seen[] = []
  readonly made: Item[] = []
  /** Before each answer. */
  delayMs = 0
  /** Answers are kept until `release`. */
  holding = false
  /** Of its answers. From 300 on it does nothing. */
  status = 200
  /** Acts, then ends the connection without an answer. */
  losing = false
  /** Says everything back that it was sent, in an answer that is no JSON, instead of doing anything. */
  repeats = false
  readonly #byKey = new Map<string, Item>()
  readonly #behaviour: Behaviour
  readonly #server: Server
  #held: (() => void)[] = []

  private constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour
    this.#server = createServer((request, response) => void this.#handle(request, response))
    this.#server.keepAliveTimeout = 60_000
  }

  static async start(behaviour: Behaviour = {}): Promise<Destination> {
    const destination = new Destination(behaviour)
    await new Promise<void>((resolve) => destination.#server.listen(0, '127.0.0.1', resolve))
    return destination
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Requests that could have had an effect. */
  get attempts(): Seen[] {
    return this.requests.filter(({ method }) => method !== 'GET')
  }

  get lookUps(): Seen[] {
    return this.requests.filter(({ method }) => method === 'GET')
  }

  madeFor(event: string): Item[] {
    return this.made.filter((item) => item.event === event)
  }

  get holds(): number {
    return this.#held.length
  }

  release(): void {
    this.holding = false
    for (const answer of this.#held.splice(0)) answer()
  }

  async close(): Promise<void> {
    this.release()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const key = request.headers['idempotency-key']?.toString()
    const bodyDigest = createHash('sha256').update(body).digest('hex')
    this.requests.push({ method: request.method ?? '', url: request.url ?? '', key, bodyDigest })
    if (this.repeats) {
      response.writeHead(this.status, { 'content-type': 'text/plain' })
      response.end(`${JSON.stringify(request.headers)} ${body}`)
      return
    }
    const asked = request.method === 'GET'
    const answer = asked ? { items: this.made } : this.status < 300 ? this.#make(key, eventOf(body, request)) : {}
    const send = () => {
      response.writeHead(asked ? 200 : this.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    }
    if (asked) send()
    else if (this.losing) request.socket.destroy()
    else if (this.holding) this.#held.push(send)
    else if (this.delayMs > 0) setTimeout(send, this.delayMs)
    else send()
  }

  #make(key: string | undefined, event: string): Item {
    const known = key === undefined || !this.#behaviour.honoursKeys ? undefined : this.#byKey.get(key)
    if (known !== undefined) return known
    const item = { id: `R${this.made.length + 1}`, event }
    this.made.push(item)
    if (key !== undefined) this.#byKey.set(key, item)
    return item
  }
}

/** Which event a request is for: forward-event says it in a header, create-review-item in the body. */
function eventOf(body: Buffer, { headers }: IncomingMessage): string {
  const named = headers['x-ledger-event-id']
  return named === undefined ? String((JSON.parse(body.toString()) as { event?: unknown }).event) : String(named)
}
