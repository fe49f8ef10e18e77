import { expect, test } from 'vitest'
import { humanLine } from './human-line.ts'
import { redact } from './redact.ts'

const SECRET = 'hunter2'

test.each([
  'authorization',
  'Cookie',
  'set-cookie',
  'stripe-signature',
  'signing_secret',
  'password',
  'passwordHash',
  'apiKey',
  'api_key',
  'accessToken',
  'databaseUrl',
  'DATABASE_URL',
  'body',
  'payload',
  'headers',
])('%s is cut out at any depth', (name) => {
  const logged = JSON.stringify(redact({ [name]: SECRET, deep: { deeper: [{ [name]: { inner: SECRET } }] } }))
  expect(logged).not.toContain(SECRET)
  expect(logged).toContain('[redacted]')
})

test('what is not secret stays, numbers of any size included', () => {
  expect(redact({ eventId: 7n, bodyBytes: 12, state: 'claimed', nested: { ok: true, none: null } })).toEqual({
    eventId: '7',
    bodyBytes: 12,
    state: 'claimed',
    nested: { ok: true, none: null },
  })
})

test('of an error only what cannot quote a row is kept', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: `Key (body)=(${SECRET})`,
    where: SECRET,
  })
  const logged = redact({ err: new Error('outer', { cause: error }) })
  expect(JSON.stringify(logged)).not.toContain(SECRET)
  expect(logged).toMatchObject({ err: { message: 'outer', cause: { message: 'duplicate key', code: '23505' } } })
})

test('bytes are counted, not shown', () => {
  expect(redact({ raw: Buffer.from(SECRET) })).toEqual({ raw: '[7 bytes]' })
})

test('a record that contains itself ends', () => {
  const loop: Record<string, unknown> = {}
  loop.self = loop
  expect(JSON.stringify(redact({ loop }))).toContain('[…]')
})

test('a sender’s control characters do not reach the terminal', () => {
  const line = humanLine(
    JSON.stringify({
      level: 'info',
      time: '2026-01-01T00:00:00.000Z',
      part: 'x',
      msg: 'm',
      eventId: 'a\u001B[2Jb\nfake',
    }),
  )
  expect(line).toContain('"a\\u001b[2Jb\\nfake"')
  expect(line.trimEnd()).not.toContain('\n')
})
