import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Provider, WebhookRequest } from '#lib/providers/provider.ts'
import { providers } from '#lib/providers/registry.ts'
import { secret, signedRequest } from '#lib/providers/signed-request.ts'

const key = `whsec_${Buffer.alloc(24, 'k').toString('base64')}`
const atMs = 1_790_000_000_000
const names = [
  'stripe-signature',
  'x-hub-signature-256',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-signature-256',
  'x-demo-signature',
]
const settings: Record<string, object[]> = {
  'generic-hmac': [
    {},
    { scheme: 'timestamped' },
    { timestampHeader: 'webhook-timestamp', encoding: 'base64', prefix: '' },
  ],
  stripe: [{}, { payload: 'thin', mode: 'live' }],
}

const pieces = fc.constantFrom(
  't=1790000000',
  'v1=',
  'v1,',
  ',',
  ' ',
  'sha256=',
  '0'.repeat(64),
  `${'A'.repeat(43)}=`,
  '1790000000',
  'Ã©',
  '€',
  '\u0000',
)
const headerValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
)
const anyRequest: fc.Arbitrary<WebhookRequest> = fc.record({
  method: fc.constant('POST'),
  url: fc.webUrl(),
  headers: fc.oneof(
    fc.dictionary(fc.constantFrom(...names), headerValue),
    fc.record(Object.fromEntries(names.map((name) => [name, headerValue]))),
  ),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
  ),
  receivedAtMs: fc.constant(atMs),
})

const cases = [...providers.values()].flatMap((provider) =>
  (settings[provider.name] ?? [{}]).map((set) => [provider.name, set, provider] as const),
)

describe.each(cases)('%s %j', (_, set, provider) => {
  const config = provider.config.parse(set)

  test('no request makes it throw, and none is authentic without the secret', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async (request) => {
        expect((await provider.verify(request, [secret(key)], config)).ok).toBe(false)
        expect((await provider.verify(request, [], config)).ok).toBe(false)
        provider.read(request, config)
      }),
      { numRuns: 300 },
    )
  })

  test('whatever bytes the holder of the secret signs, they are read without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ body }) => {
        const request = await signed(provider, set, body)
        provider.read(request, config)
        expect((await provider.verify(request, [secret(key)], config)).ok || !textual(provider, body, set)).toBe(true)
      }),
    )
  })

  test('a refusal never repeats a value of a header', async () => {
    const marked = Object.fromEntries(names.map((name) => [name, 't=1790000000,v1=CANARY v1,CANARY sha256=CANARY']))
    const request = { method: 'POST', url: '/', headers: marked, body: Buffer.from('{}'), receivedAtMs: atMs }
    expect(JSON.stringify(await provider.verify(request, [secret(key)], config))).not.toMatch(/CANARY|whsec_/)
  })
})

function signed(provider: Provider, set: object, body: Buffer): Promise<WebhookRequest> {
  const bytes = body.length === 0 ? Buffer.from(' ') : body
  return signedRequest(provider, bytes, { secret: key, atMs, settings: set, fields: { eventId: 'evt_1', type: 'x' } })
}

/** Stripe, GitHub and Standard Webhooks sign text: bytes that are no text cannot be theirs. A style may be refused too. */
function textual(provider: Provider, body: Buffer, set: object): boolean {
  const signsBytes = provider.name === 'generic-hmac' || provider.name === 'demo'
  return signsBytes || (Buffer.from(body.toString('utf8')).equals(body) && body[0] !== 0xef && !('payload' in set))
}

test('every adapter has defaults, a title, headers worth keeping and no header that is a credential', () => {
  for (const provider of providers.values()) {
    expect(provider.config.safeParse({}).success).toBe(true)
    expect(provider.title).not.toBe('')
    expect(provider.headers).toContain('content-type')
    expect(provider.headers.filter((name) => /signature|authorization|cookie|token/.test(name))).toEqual([])
    expect(provider.headers).toEqual(provider.headers.map((name) => name.toLowerCase()))
  }
})
