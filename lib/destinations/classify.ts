import { find, textOf } from '#lib/json/pointer.ts'
import type { Conclusion } from '#lib/ledger/conclude-operations.ts'
import { type Answer, answerOf } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { retryAfterMs } from './retry-after.ts'

/** Answers that say: understood, not done, and the same request would be answered the same. */
const refusals = new Set([400, 401, 403, 404, 405, 410, 413, 415, 422])
/** Not done either, but worth another attempt: too early (RFC 8470), too many requests (RFC 6585). */
const laters = new Set([425, 429])

/** Reads the destination's own name of what was made; throws where an answer without one proves nothing. */
export type ReadReference = (answer: Answer) => string | undefined

export interface Classified {
  readonly conclusion: Conclusion
  /** How long the destination asks to be left alone. */
  readonly retryAfterMs?: number
}

/**
 * What an exchange proves. Everything that may have acted is `lost`: time-outs, resets, 5xx, 408 (a proxy may say it
 * after passing the request on), 409 on our own key, redirects, every status not listed above, and a success that
 * cannot be read.
 */
export function classify(exchange: Exchange, readReference: ReadReference | undefined, nowMs: number): Classified {
  if (exchange.kind === 'not_sent')
    return { conclusion: { kind: 'not_sent', again: true, detail: `nothing was sent: ${exchange.detail}` } }
  if (exchange.kind === 'broken') {
    const { status: httpStatus, detail } = exchange
    const head = httpStatus === undefined ? '' : ` after the head of an answer (HTTP ${httpStatus})`
    return { conclusion: { kind: 'lost', httpStatus, detail: `it may have acted: ${detail}${head}` } }
  }
  if (exchange.status >= 200 && exchange.status < 300) return { conclusion: success(exchange, readReference) }
  return { conclusion: failure(exchange.status), retryAfterMs: retryAfterMs(exchange.headers['retry-after'], nowMs) }
}

function failure(httpStatus: number): Conclusion {
  if (refusals.has(httpStatus))
    return { kind: 'refused', again: false, httpStatus, detail: `it refused the request (HTTP ${httpStatus})` }
  if (laters.has(httpStatus))
    return { kind: 'refused', again: true, httpStatus, detail: `it asked to try later (HTTP ${httpStatus})` }
  return { kind: 'lost', httpStatus, detail: `it may have acted: HTTP ${httpStatus} does not say` }
}

function success(
  exchange: Extract<Exchange, { kind: 'answered' }>,
  readReference: ReadReference | undefined,
): Conclusion {
  const { status: httpStatus } = exchange
  if (exchange.truncated) {
    return readReference === undefined
      ? { kind: 'confirmed', httpStatus }
      : { kind: 'lost', httpStatus, detail: `it answered HTTP ${httpStatus}, too long to be read` }
  }
  try {
    const reference = (readReference ?? idOf)(answerOf(exchange))
    return { kind: 'confirmed', httpStatus, ...(reference ? { reference } : {}) }
  } catch {
    // What the action could not read may be anything; its error could repeat it.
    return { kind: 'lost', httpStatus, detail: `it answered HTTP ${httpStatus}, which could not be read` }
  }
}

/** The `id` of a JSON object, where there is one. */
function idOf(answer: Answer): string | undefined {
  if (answer.body[0] !== 0x7b) return undefined
  try {
    return textOf(find(answer.json(), '/id'))
  } catch {
    return undefined
  }
}
