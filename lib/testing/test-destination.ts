import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { Destination } from '#lib/destinations/destination.ts'

interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

type Handler = (seen: SeenRequest, response: ServerResponse, request: IncomingMessage) => unknown

/** For tests: a real HTTP server that does what the test says, and remembers every request that reached it whole. */
export class TestDestination {
  readonly requests: SeenRequest[] = []
  handler: Handler
  readonly #server: Server

  private constructor(handler: Handler) {
    this.handler = handler
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const { method = '', url = '', headers } = request
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
      this.requests.push(seen)
      await this.handler(seen, response, request)
    })
  }

  static async start(handler: Handler = created): Promise<TestDestination> {
    const destination = new TestDestination(handler)
    await new Promise<void>((resolve) => destination.#server.listen(0, '127.0.0.1', resolve))
    return destination
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Requests that act, not look-ups. */
  get posts(): SeenRequest[] {
    return this.requests.filter(({ method }) => method === 'POST')
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      if ('closeAllConnections' in this.#server) (this.#server.closeAllConnections as () => void)()
    })
  }
}

let made = 0

/** The well-behaved answer: 201 with an id. */
export function created(_seen: SeenRequest, response: ServerResponse): void {
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `R${++made}` }))
}

/** Takes the request and closes the connection without an answer. */
export function lose(_seen: SeenRequest, response: ServerResponse): void {
  response.destroy()
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (_seen: SeenRequest, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body)
  }

export function destinationAt(url: string, changes: Partial<Destination> = {}): Destination {
  return {
    id: 1,
    slug: 'tested',
    baseUrl: new URL(url),
    repeat: 'none',
    keyHeader: 'idempotency-key',
    keyRetentionSeconds: 86_400,
    absenceIsProof: false,
    settleSeconds: 0,
    policy: 'avoid-duplicate',
    timeoutMs: 500,
    headers: {},
    problem: null,
    ...changes,
  }
}
