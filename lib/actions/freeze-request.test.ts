import { expect, test } from 'vitest'
import type { RequestToSend } from './action.ts'
import { ActionError } from './action-error.ts'
import { actionEvent } from './action-event.ts'
import { defineAction } from './define-action.ts'
import { describeFailure } from './describe-failure.ts'
import { freezeRequest } from './freeze-request.ts'

const event = actionEvent({
  provider: 'demo',
  account: 'acct-a',
  eventId: 'EV1',
  type: 't',
  subject: null,
  revision: null,
  occurredAt: null,
  receivedAt: new Date(0),
  sourceSlug: 'demo',
  body: Buffer.from('{"amount":1.0}'),
  headers: {},
})

const freeze = (wanted: RequestToSend) =>
  freezeRequest(defineAction({ name: 'a', version: 1, on: 'binding', request: () => wanted }), { event, key: 'k' })

test('an object is sent as JSON, text and bytes as they are', () => {
  expect(freeze({ path: '/x', body: { a: 1 } })).toEqual({
    method: 'POST',
    path: '/x',
    headers: { 'user-agent': 'replay-ledger', 'content-type': 'application/json' },
    body: Buffer.from('{"a":1}'),
  })
  expect(freeze({ path: '', body: Buffer.from([0, 255]) }).body).toEqual(Buffer.from([0, 255]))
  expect(freeze({ path: '/', method: 'DELETE' }).body).toHaveLength(0)
})

test.each<RequestToSend>([
  { path: 'items' },
  { path: '/a b' },
  { path: '/ä' },
  { path: '/a#b' },
  { path: '/\r\nx: y' },
  { path: '/', headers: { Host: 'elsewhere' } },
  { path: '/', headers: { 'content-length': '3' } },
  { path: '/', headers: { 'x y': 'z' } },
  { path: '/', headers: { x: 'a\r\nb: c' } },
  { path: '/', headers: { x: '€' } },
  { path: '/', method: 'GET' as 'POST' },
])('what could never be sent is refused when it is planned: %j', (wanted) => {
  expect(() => freeze(wanted)).toThrow(ActionError)
})

test('numbers in an event keep the way they were written', () => {
  expect(JSON.stringify(event.json())).toContain('1.0')
})

test('a failure is described without the data it met', () => {
  expect(describeFailure(new ActionError('the event names no packet'))).toBe('the event names no packet')
  expect(describeFailure(new TypeError('x is not a function'))).toContain('x is not a function')
  let parsing: unknown
  try {
    JSON.parse('{"card":4242 4242}')
  } catch (error) {
    parsing = error
  }
  expect(describeFailure(parsing)).not.toContain('4242')
  expect(describeFailure(Object.assign(new Error('invalid input "secret"'), { code: '22P02', table: 'invoice' }))).toBe(
    'Error 22P02 (invoice)',
  )
  expect(describeFailure('text')).toBe('the action threw something that is no error')
})
