import type { Dispatcher } from 'undici'

/** What one HTTP exchange shows, with the one distinction that matters: whether anything may have left. */
export type Exchange =
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** Bytes may have left and no whole answer came. `status` is there where its head did. */
  | { readonly kind: 'broken'; readonly detail: string; readonly status?: number }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string | string[] | undefined>>
      readonly body: Buffer
      /** The body was longer than the limit; `body` is its beginning. */
      readonly truncated: boolean
    }

export interface ExchangeRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Limits {
  readonly timeoutMs: number
  readonly answerBytesMax: number
  /** Ends the exchange early; what may have left by then stays "may have left". */
  readonly signal?: AbortSignal
}

/**
 * Sends one request once and never throws. undici hands a request to its socket right after `onRequestStart`, and
 * nothing of it is written if it is aborted there: so before that call "not sent" is proven, after it nothing is.
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest, limits: Limits): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(limits, resolve)
    dispatcher.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: request.headers,
        body: request.body.length > 0 ? request.body : null,
        // undici sends an "idempotent" request again by itself when a kept-alive socket dies under it.
        idempotent: false,
        // One deadline of ours spans the whole exchange; undici's own two timers would only double it.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    )
  })
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #limits: Limits
  readonly #resolve: (exchange: Exchange) => void
  readonly #timer: NodeJS.Timeout
  readonly #onAbort = () => this.#giveUp('the worker was told to stop')
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #status: number | undefined
  #headers: Readonly<Record<string, string | string[] | undefined>> = {}
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(limits: Limits, resolve: (exchange: Exchange) => void) {
    this.#limits = limits
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#onDeadline(), limits.timeoutMs)
    limits.signal?.addEventListener('abort', this.#onAbort)
    if (limits.signal?.aborted) this.#onAbort()
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    if (this.#settled) controller.abort(new Error('given up before it was sent'))
    else if (this.#controller !== undefined) controller.abort(new Error('a request is sent once'))
    else this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ) {
    // Informational answers (1xx) come before the real one.
    if (status < 200) return
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    const room = this.#limits.answerBytesMax - this.#bytes
    this.#bytes += chunk.length
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    if (chunk.length <= room) return
    this.#answered(true)
    controller.abort(new Error('the rest of the answer is not read'))
  }

  onResponseEnd() {
    this.#answered(false)
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error) {
    this.#fail(failureText(error))
  }

  /**
   * A process that was held up finds its timers due before it has read its sockets: what arrived in time is read
   * first. It takes two turns, one to read and one to parse.
   */
  #onDeadline() {
    const detail = `no whole answer came within ${this.#limits.timeoutMs} ms`
    setImmediate(() => setImmediate(() => this.#giveUp(detail)))
  }

  #giveUp(detail: string) {
    this.#fail(detail)
    this.#controller?.abort(new Error(detail))
  }

  #fail(detail: string) {
    if (this.#controller === undefined) this.#settle({ kind: 'not_sent', detail })
    else this.#settle({ kind: 'broken', detail, ...(this.#status === undefined ? {} : { status: this.#status }) })
  }

  #answered(truncated: boolean) {
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks)
    this.#settle({ kind: 'answered', status: this.#status ?? 0, headers: this.#headers, body, truncated })
  }

  #settle(exchange: Exchange) {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#limits.signal?.removeEventListener('abort', this.#onAbort)
    this.#resolve(exchange)
  }
}

const failures: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be resolved',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  UND_ERR_CLOSED: 'the destination is being reconfigured',
  UND_ERR_DESTROYED: 'the destination is being reconfigured',
  UND_ERR_INVALID_ARG: 'the request is not valid HTTP',
}

/** The error's code in words. Its message is not repeated: it may quote what was sent. */
function failureText(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const { code } = inner as { code?: unknown }
  if (typeof code !== 'string') return `the exchange failed (${error.name})`
  if (code.startsWith('HPE_')) return 'its answer is not valid HTTP'
  return failures[code] ?? `the exchange failed (${code})`
}
