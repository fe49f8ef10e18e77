import { isObject, textOf } from '#lib/json/pointer.ts'
import type { JsonObject, JsonValue } from '#lib/json/value.ts'
import { ActionError } from './action-error.ts'
import { defineAction } from './define-action.ts'

/**
 * The demonstration's action: one review item per "packet is ready". The destination takes no idempotency key, so
 * what happened is found out by looking for the packet's item that names this event.
 */
export default defineAction({
  name: 'create-review-item',
  version: 1,
  on: { provider: 'demo', types: ['packet.ready'] },
  destination: 'demo-packets',

  request({ event }) {
    if (event.subject === null) throw new ActionError('the event names no packet (subject)')
    const payload = event.json()
    const data = isObject(payload) && isObject(payload.data) ? payload.data : {}
    return {
      path: '/items',
      body: {
        reference: event.subject,
        event: event.eventId,
        title: textOf(data.title) ?? `Review packet ${event.subject}`,
        ...simulation(data),
      },
    }
  },

  reference(answer) {
    const id = idOf(answer.json())
    if (id === undefined) throw new ActionError('the answer names no item')
    return id
  },

  async lookup({ event }, ask) {
    const answer = await ask(`/items?reference=${encodeURIComponent(event.subject ?? '')}`)
    const list = answer.status === 200 ? answer.json() : null
    if (!isObject(list ?? undefined) || !Array.isArray((list as JsonObject).items))
      return { verdict: 'inconclusive', why: `the destination answered the look-up with HTTP ${answer.status}` }
    const items = (list as JsonObject).items as JsonValue[]
    const own = items.find((item) => isObject(item) && textOf(item.event) === event.eventId)
    const id = own === undefined ? undefined : idOf(own)
    return id === undefined ? { verdict: 'absent' } : { verdict: 'found', reference: id }
  },
})

function idOf(value: JsonValue): string | undefined {
  return isObject(value) ? textOf(value.id) : undefined
}

/** The mock destination does what it is told here: lose its answer, for example. */
function simulation(data: JsonObject): { simulate?: Record<string, string | number> } {
  const simulate = data.simulate
  if (!isObject(simulate)) return {}
  const response = textOf(simulate.response)
  const holdMs = Number(textOf(simulate.holdMs) ?? 0)
  return response === undefined ? {} : { simulate: { response, holdMs } }
}
