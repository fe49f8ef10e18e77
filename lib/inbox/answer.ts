/** What the provider is told. Short JSON with our references; never content, digests or internals. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const plain = { 'content-type': 'application/json', 'cache-control': 'no-store' }

export function answer(
  status: number,
  body: Record<string, string | null>,
  headers: Record<string, string> = {},
): Answer {
  return { status, headers: { ...plain, ...headers }, body: `${JSON.stringify(body)}\n` }
}

/** Nothing was recorded; the provider is asked to deliver again. */
export function tryAgain(reason: 'overloaded' | 'unavailable', retryAfterSeconds: number): Answer {
  return answer(503, { disposition: null, reason }, { 'retry-after': String(retryAfterSeconds) })
}
