import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { genericHmac } from '#lib/providers/generic-hmac.ts'
import { secret, signedRequest } from '#lib/providers/signed-request.ts'

const key = 'whsec_test_A'
const atMs = 1_790_000_000_000
const seconds = 1_790_000_000
const body = Buffer.from('{"id":"evt_1","account":"acct_1","type":"order.updated","object":"inv_1","revision":1}')

/** Signed as Stripe does it; who the event is stands in the body. */
const timestamped = {
  scheme: 'timestamped',
  header: 'x-test-signature',
  eventId: '/id',
  account: '/account',
  subject: '/object',
  revision: '/revision',
}
/** The bare body is signed; the delivery header is the identity. */
const plain = { header: 'x-test-signature-256', eventId: 'header:x-test-delivery', account: null }

const hex = (content: string, by = key) => createHmac('sha256', by).update(content).update(body).digest('hex')

function verify(settings: object, headers: Record<string, string>, secrets = [key]) {
  const request = { method: 'POST', url: '/', headers, body, receivedAtMs: atMs }
  return genericHmac.verify(request, secrets.map(secret), genericHmac.config.parse(settings))
}

describe('the timestamped scheme', () => {
  const good = hex(`${seconds}.`)
  const sent = (value: string, secrets = [key]) => verify(timestamped, { 'x-test-signature': value }, secrets)

  test('a signed request is authentic and read by the configured places', async () => {
    const request = await signedRequest(genericHmac, body, { secret: key, atMs, settings: timestamped })
    const config = genericHmac.config.parse(timestamped)
    expect(genericHmac.verify(request, [secret(key, 5)], config)).toEqual({ ok: true, secretId: 5 })
    expect(genericHmac.read(request, config)).toMatchObject({
      event: {
        eventId: 'evt_1',
        account: 'acct_1',
        type: 'order.updated',
        subject: 'inv_1',
        revision: '1',
        basis: 'documented',
      },
    })
  })

  test.each([
    `t=${seconds},v1=${good}`,
    `t=${seconds},v0=abc,v1=${good}`,
    `t=${seconds},v1=${hex(`${seconds}.`, 'old')},v1=${good}`,
  ])('%s is accepted', async (value) => expect(await sent(value)).toMatchObject({ ok: true }))

  test.each([
    ['empty', ''],
    ['no t', `v1=${good}`],
    ['63 digits', `t=${seconds},v1=${good.slice(1)}`],
    ['65 digits', `t=${seconds},v1=${good}a`],
    ['no hex', `t=${seconds},v1=${'z'.repeat(64)}`],
    ['a tail', `t=${seconds},v1=${good}zz`],
    ['bytes beyond ASCII', `t=${seconds},v1=Ã©${good.slice(2)}`],
    ['a character beyond Latin-1', `t=${seconds},v1=€${good.slice(1)}`],
    ['upper case', `t=${seconds},v1=${good.toUpperCase()}`],
    ['two t', `t=${seconds},t=1,v1=${good}`],
    ['thousands of signatures', `t=${seconds},${'v1=00,'.repeat(3000)}v1=${good}`],
    ['a wrong one', `t=${seconds},v1=${'0'.repeat(64)}`],
    ['v0 only', `t=${seconds},v0=${good}`],
  ])('%s is refused', async (_, value) => expect((await sent(value)).ok).toBe(false))

  test.each([
    [-300, 'accepted'],
    [-301, 'timestamp_stale'],
    [60, 'accepted'],
    [61, 'timestamp_future'],
    [299, 'timestamp_future'],
  ])('signed %i s from now: %s, as past and future have their own limits', async (offset, outcome) => {
    const time = seconds + offset
    const result = await sent(`t=${time},v1=${hex(`${time}.`)}`)
    expect(result.ok ? 'accepted' : result.reason).toBe(outcome)
  })

  test('the secret that matched is named, and a retired one matches no more', async () => {
    expect(await sent(`t=${seconds},v1=${good}`, ['whsec_test_B', key])).toEqual({ ok: true, secretId: 1 })
    expect(await sent(`t=${seconds},v1=${good}`, ['whsec_test_B'])).toMatchObject({ reason: 'signature_mismatch' })
  })
})

describe('the plain scheme', () => {
  test('identity from a header is marked as unsigned, the account is that of the source', async () => {
    const fields = { eventId: 'del-1' }
    const request = await signedRequest(genericHmac, body, { secret: key, atMs, settings: plain, fields })
    const config = genericHmac.config.parse(plain)
    expect(genericHmac.verify(request, [secret(key)], config)).toMatchObject({ ok: true })
    expect(genericHmac.read(request, config)).toMatchObject({
      event: { eventId: 'del-1', account: null, basis: 'unsigned_header' },
    })
  })

  test.each([
    ['SHA-1 in hex', { algorithm: 'sha1', prefix: 'sha1=' }],
    ['SHA-512 in base64, bare', { algorithm: 'sha512', encoding: 'base64', prefix: '' }],
    ['a hex secret', { secretEncoding: 'hex' }],
    ['a base64 secret', { secretEncoding: 'base64' }],
    ['a signed time in its own header', { timestampHeader: 'x-time' }],
    ['a template', { timestampHeader: 'x-time', signedContent: 'v0:{timestamp}:{body}', prefix: 'v0=' }],
  ])('%s', async (_, settings) => {
    const hexSecret = 'a1b2c3d4a1b2c3d4a1b2c3d4a1b2c3d4'
    const request = await signedRequest(genericHmac, body, { secret: hexSecret, atMs, settings })
    const config = genericHmac.config.parse(settings)
    expect(genericHmac.verify(request, [secret(hexSecret)], config)).toMatchObject({ ok: true })
    expect(
      genericHmac.verify({ ...request, body: Buffer.concat([body, body]) }, [secret(hexSecret)], config),
    ).toMatchObject({ ok: false })
  })

  test('a time in its own header is signed: another one is refused', async () => {
    const settings = { timestampHeader: 'x-time' }
    const { headers } = await signedRequest(genericHmac, body, { secret: key, atMs, settings })
    expect(await verify(settings, headers)).toMatchObject({ ok: true })
    expect(await verify(settings, { ...headers, 'x-time': String(seconds + 1) })).toMatchObject({
      reason: 'signature_mismatch',
    })
    expect(await verify(settings, { ...headers, 'x-time': 'now' })).toMatchObject({ reason: 'timestamp_malformed' })
    const { 'x-time': _time, ...without } = headers
    expect(await verify(settings, without)).toMatchObject({ reason: 'timestamp_missing' })
  })

  test('invalid UTF-8 that was signed is authentic and not JSON: the bytes are what is signed', async () => {
    const request = await signedRequest(genericHmac, Buffer.from([0x7b, 0xff, 0x7d]), { secret: key, atMs })
    expect(genericHmac.verify(request, [secret(key)], genericHmac.config.parse({}))).toMatchObject({ ok: true })
    expect(genericHmac.read(request, genericHmac.config.parse({}))).toMatchObject({ reason: 'not_json' })
  })
})

describe('settings', () => {
  test.each([
    ['an unknown setting', { headr: 'x' }],
    ['a header name with capitals', { header: 'X-Signature' }],
    ['a place that is no pointer', { eventId: 'id' }],
    ['a place that is no header name', { eventId: 'header:a b' }],
    ['the whole body as identity', { eventId: '' }],
    ['no identity', { eventId: null }],
    ['leaving out everything', { omit: [''] }],
    ['a time that is sent but not signed', { timestampHeader: 'x-time', signedContent: '{body}' }],
    ['a signed time that nobody sends', { signedContent: '{timestamp}.{body}' }],
    ['a template without the body', { timestampHeader: 'x-time', signedContent: '{timestamp}' }],
    ['no tolerance at all', { pastToleranceSeconds: 0 }],
    ['an unknown algorithm', { algorithm: 'md5' }],
  ])('%s is refused', (_, settings) => expect(genericHmac.config.safeParse(settings).success).toBe(false))

  test('names of inherited properties are header names like others', async () => {
    for (const name of ['__proto__', 'constructor']) {
      expect(await verify({ header: name }, {})).toMatchObject({ reason: 'signature_missing' })
    }
  })

  test('headers that settings read are kept with the payload', () => {
    const config = genericHmac.config.parse({
      ...plain,
      deliveryReference: 'header:x-attempt',
      timestampHeader: 'x-time',
    })
    expect(genericHmac.headersOf?.(config)).toEqual(['x-test-delivery', 'x-attempt', 'x-time'])
  })

  test('a source may name the type of events that have none', () => {
    const request = { method: 'POST', url: '/', headers: {}, body: Buffer.from('{"event_id":1}'), receivedAtMs: atMs }
    expect(genericHmac.read(request, genericHmac.config.parse({}))).toMatchObject({ reason: 'no_type' })
    expect(genericHmac.read(request, genericHmac.config.parse({ defaultType: 'ping' }))).toMatchObject({
      event: { type: 'ping' },
    })
  })

  test('what the source leaves out does not count as content', () => {
    const config = genericHmac.config.parse({ omit: ['/meta/attempt'] })
    const canonical = (attempt: number) => {
      const text = `{"event_id":"a","type":"t","meta":{"attempt":${attempt}}}`
      const request = { method: 'POST', url: '/', headers: {}, body: Buffer.from(text), receivedAtMs: atMs }
      return genericHmac.read(request, config)
    }
    expect(canonical(1)).toEqual(canonical(2))
  })

  test('secrets are checked in their encoding', () => {
    const check = (value: string, settings: object) =>
      genericHmac.secretForm.check(value, genericHmac.config.parse(settings))
    expect(check('any text', {})).toBeNull()
    expect(check(' ', {})).toMatch(/empty/)
    expect(check('a1b2', { secretEncoding: 'hex' })).toBeNull()
    expect(check('a1b', { secretEncoding: 'hex' })).toMatch(/hex/)
    expect(check('AAA=', { secretEncoding: 'base64' })).toBeNull()
    expect(check('A', { secretEncoding: 'base64' })).toMatch(/base64/)
  })
})
