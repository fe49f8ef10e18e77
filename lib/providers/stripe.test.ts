import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { secret, signedRequest } from '#lib/providers/signed-request.ts'
import { stripe } from '#lib/providers/stripe.ts'

const key = 'whsec_test_current'
const atMs = 1_790_000_000_500
const seconds = 1_790_000_000
const config = stripe.config.parse({})
const sample = readFileSync(new URL('./samples/stripe-payment_intent.succeeded.json', import.meta.url))
const thin = readFileSync(new URL('./samples/stripe-v2-thin-event.json', import.meta.url))

const hex = (time: number | string, body: Buffer, by = key) =>
  createHmac('sha256', by).update(`${time}.`).update(body).digest('hex')

function verify(header: string, { body = sample, secrets = [key], receivedAtMs = atMs, settings = {} } = {}) {
  const request = { method: 'POST', url: '/', headers: { 'stripe-signature': header }, body, receivedAtMs }
  return stripe.verify(request, secrets.map(secret), stripe.config.parse(settings))
}

async function read(body: Buffer | string, settings = {}) {
  return stripe.read(await signedRequest(stripe, body, { secret: key, atMs }), stripe.config.parse(settings))
}

test('a request signed by the library is authentic and gives the event of the sample', async () => {
  const request = await signedRequest(stripe, sample, { secret: key, atMs })
  expect(await stripe.verify(request, [secret('whsec_old', 7), secret(key, 9)], config)).toEqual({
    ok: true,
    secretId: 9,
  })
  expect(stripe.read(request, config)).toMatchObject({
    ok: true,
    event: {
      eventId: 'evt_3Vec0001InboxAlpha',
      account: 'acct_1VecConnA',
      type: 'payment_intent.succeeded',
      subject: 'pi_3Vec0001',
      basis: 'documented',
      occurredAtMs: 1_789_999_996_000,
      mode: 'test',
    },
  })
})

test('a v2 thin event is authentic, with its context as account', async () => {
  const request = await signedRequest(stripe, thin, { secret: key, atMs })
  expect(await stripe.verify(request, [secret(key)], config)).toEqual({ ok: true, secretId: 1 })
  expect(stripe.read(request, config)).toMatchObject({
    event: {
      eventId: 'evt_test_65Vec0002ThinBeta',
      account: 'acct_1VecConnB',
      subject: 'mtr_test_61Vec',
      occurredAtMs: 1_789_999_997_000,
    },
  })
})

test("an event without account is the endpoint owner's own", async () => {
  expect(await read('{"id":"evt_1","type":"a.b"}')).toMatchObject({ event: { account: null } })
})

describe('freshness', () => {
  const at = (offset: number) => verify(`t=${seconds + offset},v1=${hex(seconds + offset, sample)}`)

  test.each([-300, -299, 0, 299, 300])('%i s is accepted', async (offset) => expect((await at(offset)).ok).toBe(true))

  test.each([-301, -86_400])('%i s is stale', async (offset) =>
    expect(await at(offset)).toMatchObject({ reason: 'timestamp_stale' }),
  )

  test.each([301, 31_536_000])('%i s is the future, which the library would take', async (offset) => {
    expect(await at(offset)).toMatchObject({ reason: 'timestamp_future' })
  })

  test.each(['0', '-1', '1e9', '1790000000000', 'NaN', '', '01790000000', '1790000000abc', ' 1790000000 x'])(
    '%j is no time',
    async (time) => {
      expect((await verify(`t=${time},v1=${hex(time, sample)}`)).ok).toBe(false)
    },
  )

  test('the message says how far the clocks are apart', async () => {
    expect(await at(-400)).toMatchObject({ message: expect.stringContaining('400 s') })
  })

  test('a forged stale request is a mismatch: the age of a forgery says nothing', async () => {
    expect(await verify(`t=${seconds - 900},v1=${'0'.repeat(64)}`)).toMatchObject({ reason: 'signature_mismatch' })
  })
})

describe('several signatures and secrets', () => {
  const [good, bad] = [hex(seconds, sample), hex(seconds, sample, 'whsec_retired')]

  test.each([`v1=${bad},v1=${good}`, `v1=${good},v1=${bad}`, `v0=abc,v1=${good}`, `v1=junk,v1=${good}`])(
    '%s',
    async (signatures) => {
      expect(await verify(`t=${seconds},${signatures}`)).toMatchObject({ ok: true })
    },
  )

  test('the secret that matched is named', async () => {
    expect(await verify(`t=${seconds},v1=${good}`, { secrets: ['whsec_new', key] })).toMatchObject({
      ok: true,
      secretId: 1,
    })
  })

  test.each([`v1=${bad}`, `v0=${good}`, `V1=${good}`])('%s alone is refused', async (signatures) => {
    expect((await verify(`t=${seconds},${signatures}`)).ok).toBe(false)
  })
})

test('only the bytes that were signed pass: no byte-order mark, no bad UTF-8', async () => {
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), sample])
  expect(await verify(`t=${seconds},v1=${hex(seconds, sample)}`, { body: marked })).toMatchObject({
    reason: 'body_has_bom',
  })
  const broken = Buffer.from([0x22, 0xff, 0x22])
  expect(await verify(`t=${seconds},v1=${hex(seconds, broken)}`, { body: broken })).toMatchObject({
    reason: 'body_not_utf8',
  })
})

test('a signed body that is not JSON is authentic, and read as such', async () => {
  const body = Buffer.from('{"id":')
  expect(await verify(`t=${seconds},v1=${hex(seconds, body)}`, { body })).toMatchObject({ ok: true })
  expect(await read(body)).toMatchObject({ ok: false, reason: 'not_json' })
})

describe('settings', () => {
  test('an endpoint for snapshots takes no thin events, and the other way round', async () => {
    const header = (body: Buffer) => `t=${seconds},v1=${hex(seconds, body)}`
    expect(await verify(header(thin), { body: thin, settings: { payload: 'snapshot' } })).toMatchObject({
      reason: 'payload_style',
    })
    expect(await verify(header(sample), { settings: { payload: 'thin' } })).toMatchObject({ reason: 'payload_style' })
    expect(await verify(header(sample), { settings: { payload: 'snapshot' } })).toMatchObject({ ok: true })
  })

  test('a test event at a live source is recorded, not processed', async () => {
    expect(await read(sample, { mode: 'live' })).toMatchObject({ ok: false, reason: 'mode_mismatch' })
    expect(await read(sample, { mode: 'test' })).toMatchObject({ ok: true })
  })

  test('unknown settings are refused', () => expect(stripe.config.safeParse({ tolerance: 5 }).success).toBe(false))
})

test('an API key is not taken for a signing secret', () => {
  expect(stripe.secretForm.check('sk_live_abc')).toMatch(/API key/)
  expect(stripe.secretForm.check('whsec_abc\n')).toMatch(/white space/)
  expect(stripe.secretForm.check('whsec_abc')).toBeNull()
})

describe('canonical content', () => {
  const canonical = async (change: object) => {
    const reading = await read(JSON.stringify({ ...JSON.parse(sample.toString()), ...change }))
    if (!reading.ok) throw new Error(reading.message)
    return reading.event.canonical
  }

  test('pending_webhooks may change between attempts', async () => {
    expect(await canonical({ pending_webhooks: 0 })).toBe(await canonical({ pending_webhooks: 5 }))
  })

  test('pending_webhooks inside the business data counts', async () => {
    expect(await canonical({ data: { pending_webhooks: 0 } })).not.toBe(
      await canonical({ data: { pending_webhooks: 5 } }),
    )
  })

  test('everything else counts', async () => expect(await canonical({ created: 1 })).not.toBe(await canonical({})))
})
