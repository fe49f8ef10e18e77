import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { github } from '#lib/providers/github.ts'
import { secret, signedRequest } from '#lib/providers/signed-request.ts'

const key = "It's a Secret to Everybody"
const atMs = 1_790_000_000_000
const config = github.config.parse({})
const sample = readFileSync(new URL('./samples/github-issues.opened.json', import.meta.url))

function send(body: Buffer | string, headers: Record<string, string> = {}) {
  return signedRequest(github, body, {
    secret: key,
    atMs,
    fields: { eventId: 'guid-1', type: 'issues.opened' },
    headers,
  })
}

test('a signed request is authentic and gives the event of the sample', async () => {
  const request = await send(sample)
  expect(await github.verify(request, [secret('other', 1), secret(key, 2)], config)).toEqual({ ok: true, secretId: 2 })
  expect(github.read(request, config)).toMatchObject({
    ok: true,
    event: { eventId: 'guid-1', type: 'issues.opened', account: 'installation:800001', basis: 'unsigned_header' },
  })
})

test('without an action the type is the name of the event', async () => {
  expect(github.read(await send('{"ref":"main"}', { 'x-github-event': 'push' }), config)).toMatchObject({
    event: { type: 'push' },
  })
})

test.each([
  ['{"installation":{"id":1},"organization":{"id":2},"repository":{"id":3}}', 'installation:1'],
  ['{"organization":{"id":2},"repository":{"id":3}}', 'organization:2'],
  ['{"repository":{"id":12345678901234567890}}', 'repository:12345678901234567890'],
  ['{"zen":"Keep it logically awesome."}', null],
])('%s belongs to %s', async (body, account) =>
  expect(github.read(await send(body), config)).toMatchObject({ event: { account } }),
)

test('a request without delivery id or event name is no event', async () => {
  const { 'x-github-delivery': _id, ...noId } = (await send(sample)).headers
  expect(github.read({ ...(await send(sample)), headers: noId }, config)).toMatchObject({
    ok: false,
    reason: 'no_event_id',
  })
  const { 'x-github-event': _name, ...noName } = (await send(sample)).headers
  expect(github.read({ ...(await send(sample)), headers: noName }, config)).toMatchObject({
    ok: false,
    reason: 'no_type',
  })
})

describe('signature', () => {
  const digest = (algorithm: string) => createHmac(algorithm, key).update(sample).digest('hex')

  test.each([
    ['SHA-1 alone', { 'x-hub-signature': `sha1=${digest('sha1')}` }, 'signature_missing'],
    ['SHA-1 in the place of SHA-256', { 'x-hub-signature-256': `sha1=${digest('sha1')}` }, 'signature_malformed'],
    ['upper case', { 'x-hub-signature-256': `sha256=${digest('sha256').toUpperCase()}` }, 'signature_malformed'],
    ['one digit short', { 'x-hub-signature-256': `sha256=${digest('sha256').slice(1)}` }, 'signature_malformed'],
    ['non-ASCII', { 'x-hub-signature-256': `sha256=Ã©${digest('sha256').slice(2)}` }, 'signature_malformed'],
    [
      'sent twice',
      { 'x-hub-signature-256': `sha256=${digest('sha256')}, sha256=${digest('sha256')}` },
      'signature_malformed',
    ],
    ['of something else', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }, 'signature_mismatch'],
  ])('%s is refused', async (_, headers, reason) => {
    const request = { method: 'POST', url: '/', headers, body: sample, receivedAtMs: atMs }
    expect(await github.verify(request, [secret(key)], config)).toMatchObject({ ok: false, reason })
  })

  test('a byte-order mark that was signed belongs to the body', async () => {
    const request = await send(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), sample]))
    expect(await github.verify(request, [secret(key)], config)).toMatchObject({ ok: true })
    expect(github.read(request, config)).toMatchObject({ ok: true })
  })
})

test('a byte that is no UTF-8 is not taken for the U+FFFD that was signed', async () => {
  const { headers } = await send('{"a":"\ufffd"}')
  const body = Buffer.from('{"a":"\xff"}', 'latin1')
  const request = { method: 'POST', url: '/', headers, body, receivedAtMs: atMs }
  expect(await github.verify(request, [secret(key)], config)).toMatchObject({ ok: false, reason: 'body_not_utf8' })
})

describe('a hook that sends forms', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('the signature covers the form, the event is its payload field', async () => {
    const request = await send(`payload=${encodeURIComponent(sample.toString()).replaceAll('%20', '+')}`, form)
    expect(await github.verify(request, [secret(key)], config)).toMatchObject({ ok: true })
    expect(github.read(request, config)).toEqual(github.read(await send(sample), config))
  })

  test.each(['', 'other=1', 'payload=%', 'payload=%ff', 'payload=%7B'])(
    '%j is authentic and not JSON',
    async (body) => {
      expect(github.read(await send(`x=1&${body}`, form), config)).toMatchObject({ ok: false, reason: 'not_json' })
    },
  )
})
