import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { ReviewItems } from './review-items.ts'

const bodyBytesMax = 64 * 1024

const wanted = z.object({
  reference: z.string().min(1).max(200),
  event: z.string().max(512).default(''),
  title: z.string().max(500).default(''),
  /** `lost`: the item is created, and after `holdMs` the connection is closed without an answer. */
  simulate: z
    .object({ response: z.enum(['normal', 'lost']), holdMs: z.number().int().min(0).max(60_000).default(0) })
    .optional(),
})

/**
 * A small made-up system, "Packets", over real HTTP:
 * POST /items creates a review item · GET /items?reference=P11 lists a packet's · GET /stats counts them.
 */
export function packetsServer(items: ReviewItems): Server {
  const server = createServer((request, response) => {
    handle(items, request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 10_000
  return server
}

async function handle(items: ReviewItems, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://packets')
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /items')
    return answer(response, 200, { items: items.forReference(url.searchParams.get('reference') ?? '') })
  if (route === 'GET /stats') return answer(response, 200, { creations: items.count })
  if (route === 'POST /items') return create(items, request, response)
  answer(response, 404, { error: 'there is no such thing here' })
}

async function create(items: ReviewItems, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = wanted.safeParse(await readJson(request))
  if (!parsed.success) return answer(response, 422, { error: 'this is no review item' })
  const { simulate, ...item } = parsed.data
  const created = items.create(item)
  if (simulate) await wait(simulate.holdMs)
  if (simulate?.response === 'lost') request.socket.destroy()
  else answer(response, 201, created)
}

/** Undefined where it is no JSON or too long. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
