import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { secret, signedRequest } from '#lib/providers/signed-request.ts'
import { standardWebhooks } from '#lib/providers/standard-webhooks.ts'

const key = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`
const old = `whsec_${Buffer.alloc(24, 'o').toString('base64')}`
const atMs = 1_790_000_000_000
const config = standardWebhooks.config.parse({})
const sample = readFileSync(new URL('./samples/standard-webhooks-invoice.paid.json', import.meta.url))

const send = (body: Buffer | string = sample, by = key, settings = {}) =>
  signedRequest(standardWebhooks, body, { secret: by, atMs, settings, fields: { eventId: 'msg_1' } })

async function verify(headers: Record<string, string>, receivedAtMs = atMs, secrets = [key]) {
  const request = await send()
  return standardWebhooks.verify(
    { ...request, receivedAtMs, headers: { ...request.headers, ...headers } },
    secrets.map(secret),
    config,
  )
}

test('a signed request is authentic and gives the event of the sample, whatever the clock of this machine says', async () => {
  const request = await send()
  expect(standardWebhooks.verify(request, [secret(old, 1), secret(key, 2)], config)).toEqual({ ok: true, secretId: 2 })
  expect(standardWebhooks.read(request, config)).toMatchObject({
    ok: true,
    event: {
      eventId: 'msg_1',
      account: null,
      type: 'invoice.paid',
      basis: 'documented',
      occurredAtMs: Date.parse('2026-09-21T14:12:50.000Z'),
    },
  })
})

test('a message without type is an event: the specification demands none', async () => {
  expect(standardWebhooks.read(await send('{"test":1}'), config)).toMatchObject({ event: { type: 'untyped' } })
})

test('senders with the older svix- header names are understood where the source says so', async () => {
  const settings = { headerPrefix: 'svix-' }
  const request = await send(sample, key, settings)
  expect(Object.keys(request.headers)).toContain('svix-signature')
  expect(standardWebhooks.verify(request, [secret(key)], standardWebhooks.config.parse(settings))).toMatchObject({
    ok: true,
  })
  expect(standardWebhooks.verify(request, [secret(key)], config)).toMatchObject({ reason: 'signature_missing' })
})

describe('freshness', () => {
  test.each([-300_000, 0, 300_999])('received %i ms after signing is accepted', async (ms) => {
    expect(await verify({}, atMs + ms)).toMatchObject({ ok: true })
  })
  test('too old', async () => expect(await verify({}, atMs + 301_000)).toMatchObject({ reason: 'timestamp_stale' }))
  test('too new', async () => expect(await verify({}, atMs - 301_000)).toMatchObject({ reason: 'timestamp_future' }))

  test.each(['1790000000abc', '1790000000.0', '+1790000000', '01790000000', '1.79e9', '1790000000000'])(
    '%s is no time',
    async (time) => {
      expect(await verify({ 'webhook-timestamp': time })).toMatchObject({ reason: 'timestamp_malformed' })
    },
  )
})

describe('signature list', () => {
  test('any right v1 signature is enough, unknown versions are skipped', async () => {
    const right = (await send()).headers['webhook-signature'] ?? ''
    const wrong = (await send(sample, old)).headers['webhook-signature'] ?? ''
    for (const list of [`${wrong} ${right}`, `${right} ${wrong}`, `v1a,AAAA ${right}`, `v2,x junk ${right}`]) {
      expect(await verify({ 'webhook-signature': list }), list).toMatchObject({ ok: true })
    }
    for (const list of [
      wrong,
      right.replace('v1,', 'v2,'),
      right.replace('v1,', ''),
      `${right}A`,
      right.slice(0, -1),
      'v1,',
      'Ã©',
    ]) {
      expect((await verify({ 'webhook-signature': list })).ok, list).toBe(false)
    }
  })

  test('the id and the time are signed', async () => {
    expect(await verify({ 'webhook-id': 'msg_2' })).toMatchObject({ reason: 'signature_mismatch' })
    expect(await verify({ 'webhook-timestamp': '1790000001' })).toMatchObject({ reason: 'signature_mismatch' })
  })

  test('a configured secret that is no base64 matches nothing and stops nothing', async () => {
    expect(await verify({}, atMs, ['whsec_***', key])).toMatchObject({ ok: true })
    expect(await verify({}, atMs, ['whsec_***', 'whsec_'])).toMatchObject({ ok: false })
  })
})

test('a byte that is no UTF-8 is not taken for the U+FFFD that was signed', async () => {
  const request = { ...(await send('{"a":"\ufffd"}')), body: Buffer.from('{"a":"\xff"}', 'latin1') }
  expect(standardWebhooks.verify(request, [secret(key)], config)).toMatchObject({ ok: false, reason: 'body_not_utf8' })
})

test('secrets are checked for their form', () => {
  expect(standardWebhooks.secretForm.check(key)).toBeNull()
  expect(standardWebhooks.secretForm.check(key.slice('whsec_'.length))).toBeNull()
  for (const bad of [
    '',
    'whsec_',
    'whsec_abc',
    'whsec_####',
    `${key} `,
    'whpk_AAAA',
    `whsec_${Buffer.alloc(8).toString('base64')}`,
  ]) {
    expect(standardWebhooks.secretForm.check(bad), bad).toEqual(expect.any(String))
  }
})
