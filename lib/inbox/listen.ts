import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer } from './answer.ts'
import { type Inbox, receive } from './receive.ts'
import { remoteAddress } from './remote-address.ts'

const prefix = '/api/webhooks/'

/** Whether a request is for the door. Everything under its prefix is, so that nothing there is ever redirected. */
export const isForDoor = (request: IncomingMessage) => request.url?.startsWith(prefix) === true

/**
 * The door on plain node:http, without a framework in between: what a delivery costs is then the delivery, not the
 * way to it. Never throws.
 */
export async function takeDelivery(inbox: Inbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const given =
    request.method === 'POST'
      ? await take(inbox, request)
      : answer(405, { disposition: 'refused', reason: 'post_only' }, { allow: 'POST' })
  // The sender may be gone; what was recorded is recorded all the same.
  if (response.destroyed) return
  response
    .writeHead(given.status, { ...given.headers, 'content-length': Buffer.byteLength(given.body) })
    .end(given.body)
}

function take(inbox: Inbox, request: IncomingMessage) {
  const url = request.url ?? ''
  const path = url.split('?', 1)[0] ?? ''
  // Node joins repeated headers; only set-cookie stays a list, and no provider sends that.
  const headers = request.headers as Record<string, string>
  return receive(inbox, {
    slug: path.slice(prefix.length).replace(/\/$/, ''),
    method: 'POST',
    url,
    headers,
    body: request.iterator({ destroyOnReturn: false }),
    remoteAddress: remoteAddress(headers['x-forwarded-for'], request.socket.remoteAddress),
  })
}
