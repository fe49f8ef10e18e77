import { describe, expect, test } from 'vitest'
import { demo } from '#lib/providers/demo.ts'
import { genericHmac } from '#lib/providers/generic-hmac.ts'
import type { Provider, Reading } from '#lib/providers/provider.ts'
import { secret, signedRequest } from '#lib/providers/signed-request.ts'
import { stripe } from '#lib/providers/stripe.ts'

const key = 'whsec_bad_input'
const atMs = 1_790_000_000_000
const mark = Buffer.from([0xef, 0xbb, 0xbf])

/** All three take their identity from the body; the settings give them the same field names. */
const adapters: [string, Provider, object][] = [
  ['stripe', stripe, {}],
  ['generic-hmac', genericHmac, { eventId: '/id', account: '/account', revision: '/revision' }],
  ['demo', demo, {}],
]

describe.each(adapters)('%s', (_, provider, settings) => {
  async function receive(body: string | Buffer): Promise<Reading> {
    const request = await signedRequest(provider, body, { secret: key, atMs, settings })
    const config = provider.config.parse(settings)
    expect(await provider.verify(request, [secret(key)], config)).toEqual({ ok: true, secretId: 1 })
    return provider.read(request, config)
  }
  const withId = (id: string) => receive(`{"id":${id},"type":"x"}`)

  test.each([
    ['not JSON', '{"id":"evt_1","ratio":NaN}', 'not_json'],
    ['cut short', '{"id":"evt_1"', 'not_json'],
    ['plain text', 'hello', 'not_json'],
    ['a list of events', '[{"id":"evt_1","type":"x"}]', 'not_an_object'],
    ['a bare value', '"evt_1"', 'not_an_object'],
    ['no id', '{"type":"x"}', 'no_event_id'],
    ['a null id', '{"id":null,"type":"x"}', 'no_event_id'],
    ['an object for an id', '{"id":{},"type":"x"}', 'no_event_id'],
    ['true for an id', '{"id":true,"type":"x"}', 'no_event_id'],
    ['no type', '{"id":"evt_1"}', 'no_type'],
    ['a blank type', '{"id":"evt_1","type":" "}', 'bad_type'],
    ['a list for a type', '{"id":"evt_1","type":["x"]}', 'bad_type'],
    ['an object for an account', '{"id":"evt_1","type":"x","account":{}}', 'bad_account'],
    ['a blank account', '{"id":"evt_1","type":"x","account":""}', 'bad_account'],
    ['an account with U+0000', '{"id":"evt_1","type":"x","account":"a\\u0000"}', 'bad_account'],
    ['10,000 levels', `{"id":"evt_1","type":"x","a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'too_deep'],
  ])('%s: authentic, set aside with its reason', async (_, body, reason) => {
    expect(await receive(body)).toMatchObject({ ok: false, reason, message: expect.stringMatching(/\w/) })
  })

  test.each(['""', '"  "', '"\\t\\n"', '"\\u00a0\\u200b\\ufeff"', '"\\u0001"'])(
    '%s is a blank id and never a key',
    async (id) => {
      expect(await withId(id)).toMatchObject({ ok: false, reason: 'blank_event_id' })
    },
  )

  test.each(['"evt_\\ud83d"', '"\\udc00evt"', '"a\\u0000b"'])(
    '%s is no id that could be stored as it is',
    async (id) => {
      expect(await withId(id)).toMatchObject({ ok: false, reason: 'event_id_not_well_formed' })
    },
  )

  test('U+FFFD is a character like any other, so no half surrogate can become it', async () => {
    expect(await withId('"evt_\\ufffd"')).toMatchObject({ event: { eventId: 'evt_\ufffd' } })
  })

  test('512 characters are an id and 513 are not', async () => {
    expect(await withId(`"${'a'.repeat(512)}"`)).toMatchObject({ ok: true })
    expect(await withId(`"${'a'.repeat(513)}"`)).toMatchObject({ reason: 'event_id_too_long' })
    expect(await withId('1'.repeat(513))).toMatchObject({ reason: 'event_id_too_long' })
  })

  test('ids are taken as written: nothing is trimmed, folded or rounded', async () => {
    const ids = [
      '"a"',
      '" a"',
      '"a "',
      '"A"',
      '"é"',
      '"e\\u0301"',
      '9007199254740992',
      '9007199254740993',
      '1',
      '1.0',
      '1e0',
      '123456789012345678901234567890',
    ]
    const seen = await Promise.all(ids.map(withId))
    const found = seen.map((reading) => (reading.ok ? reading.event.eventId : reading.reason))
    expect(new Set(found).size).toBe(ids.length)
    expect(found).toContain('123456789012345678901234567890')
  })

  test.each([
    ['U+0000 in a value', '{"id":"evt_1","type":"x","name":"a\\u0000b"}'],
    ['half a surrogate pair in a value', '{"id":"evt_1","type":"x","text":"cut \\ud83d"}'],
    ['repeated keys', '{"id":"evt_1","type":"x","a":1,"a":2}'],
    ['repeated equal keys', '{"id":"evt_1","type":"x","a":1,"a":1}'],
    ['1e400', '{"id":"evt_1","type":"x","n":1e400}'],
    ['a 30-digit number', '{"id":"evt_1","type":"x","n":123456789012345678901234567890}'],
    [
      '__proto__ and constructor',
      '{"id":"evt_1","type":"x","__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
    ],
    ['line ends, indentation and a last newline', '{\r\n  "id": "evt_1",\r\n  "type": "x"\r\n}\r\n'],
  ])('%s: accepted', async (_, body) => {
    expect(await receive(body)).toMatchObject({ ok: true, event: { eventId: 'evt_1', type: 'x' } })
    expect('isAdmin' in {}).toBe(false)
  })

  test('an id that only a prototype gives is no id', async () => {
    expect(await receive('{"__proto__":{"id":"evt_1"},"type":"x"}')).toMatchObject({ reason: 'no_event_id' })
  })

  test('a body that repeats a key is compared by its bytes', async () => {
    const body = '{"id":"evt_1","type":"x","a":1,"a":2}'
    expect(await receive(body)).toMatchObject({ event: { canonical: Buffer.from(body) } })
  })

  test('no message repeats what was sent', async () => {
    for (const id of [`"secret-${'a'.repeat(600)}"`, '"secret-\\ud83d"', '{"secret-":1}', '"secret-\\u0000"']) {
      expect(JSON.stringify(await withId(id))).not.toContain('secret-')
    }
  })
})

describe.each(adapters.slice(1))('%s signs bytes, not text', (_, provider, settings) => {
  test.each([
    ['one byte-order mark is skipped', mark, { ok: true }],
    ['two are not JSON', Buffer.concat([mark, mark]), { ok: false, reason: 'not_json' }],
  ])('%s', async (_, before, expected) => {
    const body = Buffer.concat([before, Buffer.from('{"id":"evt_1","type":"x"}')])
    const request = await signedRequest(provider, body, { secret: key, atMs, settings })
    const config = provider.config.parse(settings)
    expect(await provider.verify(request, [secret(key)], config)).toMatchObject({ ok: true })
    expect(provider.read(request, config)).toMatchObject(expected)
  })
})
