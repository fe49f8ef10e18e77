import type { FrozenRequest } from '#lib/ledger/plan-operations.ts'
import type { HttpAction, Operation, RequestToSend } from './action.ts'
import { ActionError } from './action-error.ts'

/** The sender's business: they frame the message or belong to one connection (RFC 9110, 7.6.1). */
const reserved = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const namePattern = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/
const pathPattern = /^(\/[\x21-\x7e]*)?$/
const methods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** An action's request as it will be sent at every attempt. @throws ActionError where it could never be sent */
export function freezeRequest(action: HttpAction, operation: Operation): FrozenRequest {
  const wanted = action.request(operation)
  const method = wanted.method ?? 'POST'
  if (!methods.has(method)) throw new ActionError(`action ${action.name}: ${method} is not a method that acts`)
  if (!pathPattern.test(wanted.path) || wanted.path.includes('#'))
    throw new ActionError(
      `action ${action.name}: its path must be empty, or begin with a slash and hold only visible ASCII; encode the rest`,
    )
  return { method, path: wanted.path, headers: headersOf(action.name, wanted), body: bytesOf(wanted.body) }
}

function headersOf(action: string, { headers = {}, body }: RequestToSend): Record<string, string> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const frozen: Record<string, string> = {
    'user-agent': 'replay-ledger',
    ...(isJson ? { 'content-type': 'application/json' } : {}),
  }
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (reserved.has(lower)) throw new ActionError(`action ${action}: header ${lower} is set by the sender`)
    if (!namePattern.test(lower) || !valuePattern.test(value))
      throw new ActionError(`action ${action}: a header's name or value cannot be sent over HTTP`)
    frozen[lower] = value
  }
  return frozen
}

function bytesOf(body: RequestToSend['body']): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
