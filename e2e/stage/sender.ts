import { demo } from '#lib/providers/demo.ts'
import { account, secret, usualSlug } from './configure.ts'

export interface DemoEvent {
  readonly id: string
  readonly account?: string
  readonly type?: string
  readonly subject?: string
  readonly data?: Record<string, unknown>
}

export interface Answered {
  readonly status: number
  readonly retryAfter: string | null
  readonly tookMs: number
  /** As it came, for looking for what must not be in it. */
  readonly text: string
  readonly disposition: string | null
  readonly event: bigint | null
}

export function bodyOf(event: DemoEvent): Buffer {
  return Buffer.from(JSON.stringify({ type: 'note', account, data: {}, ...event }))
}

/** The headers of an authentic request, signed now. */
export async function signed(body: Buffer, signedWith = secret): Promise<Record<string, string>> {
  return (await demo.sign?.({ body, secret: signedWith, atMs: Date.now() }, {})) ?? {}
}

/** Delivers an event as its provider would. */
export async function deliver(origin: string, event: DemoEvent | Buffer, to = usualSlug): Promise<Answered> {
  const body = Buffer.isBuffer(event) ? event : bodyOf(event)
  return post(`${origin}/api/webhooks/${to}`, body, await signed(body))
}

export async function post(url: string, body: Buffer, headers: Record<string, string>): Promise<Answered> {
  const started = performance.now()
  const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers, redirect: 'manual' })
  const text = await answer.text()
  const told = parsed(text)
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    tookMs: performance.now() - started,
    text,
    disposition: told.disposition ?? null,
    event: told.event ? BigInt(told.event) : null,
  }
}

function parsed(text: string): { disposition?: string | null; event?: string | null } {
  try {
    return JSON.parse(text) as { disposition?: string | null; event?: string | null }
  } catch {
    return {}
  }
}
