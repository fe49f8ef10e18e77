import { parseJson } from '#lib/json/parse-json.ts'
import type { JsonValue } from '#lib/json/value.ts'
import type { Exchange } from './exchange.ts'

/** A destination's answer, as actions read it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** The body as JSON, numbers as written. Throws where it is none. */
  json(): JsonValue
}

export function answerOf({ status, headers, body }: Extract<Exchange, { kind: 'answered' }>): Answer {
  return {
    status,
    headers,
    body,
    json() {
      const parsed = parseJson(body)
      if (!parsed.ok) throw new TypeError('the answer is not JSON')
      return parsed.value
    },
  }
}
