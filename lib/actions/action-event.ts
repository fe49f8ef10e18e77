import { parseJson } from '#lib/json/parse-json.ts'
import type { JsonValue } from '#lib/json/value.ts'
import { ActionError } from './action-error.ts'

/** An event as actions see it: facts only, so that the same event always gives the same request. */
export interface ActionEvent {
  readonly provider: string
  readonly account: string
  /** The provider's own id of the event. */
  readonly eventId: string
  readonly type: string
  /** What the event is about, and which state of it, where the provider says so. Text as written. */
  readonly subject: string | null
  readonly revision: string | null
  readonly occurredAt: Date | null
  readonly receivedAt: Date
  readonly sourceSlug: string
  /** The bytes as received. */
  readonly body: Buffer
  /** The kept request headers, lower-case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON, every number as it was written. @throws ActionError where the body is none */
  json(): JsonValue
}

type Facts = Omit<ActionEvent, 'json'>

export function actionEvent(facts: Facts): ActionEvent {
  let parsed: JsonValue | undefined
  return {
    provider: facts.provider,
    account: facts.account,
    eventId: facts.eventId,
    type: facts.type,
    subject: facts.subject,
    revision: facts.revision,
    occurredAt: facts.occurredAt,
    receivedAt: facts.receivedAt,
    sourceSlug: facts.sourceSlug,
    body: facts.body,
    headers: facts.headers,
    json() {
      if (parsed === undefined) {
        const result = parseJson(facts.body)
        if (!result.ok) throw new ActionError(result.message)
        parsed = result.value
      }
      return parsed
    },
  }
}
