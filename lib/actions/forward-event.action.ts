import { defineAction } from './define-action.ts'

/**
 * Hands an event on as it came: the raw bytes, to the base URL of whatever destination a binding names. Says which
 * event it is in headers, and sends the operation's key, so that the receiver can recognise a repetition.
 */
export default defineAction({
  name: 'forward-event',
  version: 1,
  on: 'binding',
  request: ({ event, key }) => ({
    path: '',
    headers: {
      'content-type': event.headers['content-type'] ?? 'application/octet-stream',
      'idempotency-key': key,
      'x-ledger-provider': event.provider,
      'x-ledger-account': encodeURIComponent(event.account.toWellFormed()),
      'x-ledger-event-id': encodeURIComponent(event.eventId.toWellFormed()),
      'x-ledger-event-type': encodeURIComponent(event.type.toWellFormed()),
    },
    body: event.body,
  }),
})
