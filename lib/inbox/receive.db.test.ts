import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '#lib/log.ts'
import { seal } from '#lib/secrets.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { TcpProxy } from '#lib/testing/tcp-proxy.ts'
import { openInbox } from './open-inbox.ts'
import { receive } from './receive.ts'

const database = useDatabase()
const key = Buffer.alloc(32, 7)
const secret = 'whsec_inbox-test'
let proxy: TcpProxy
let inbox: ReturnType<typeof openInbox>

beforeAll(async () => {
  const direct = new URL(database.url)
  proxy = await TcpProxy.start({ host: direct.hostname, port: Number(direct.port) })
  const through = new URL(database.url)
  through.hostname = '127.0.0.1'
  through.port = String(proxy.port)
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO source (slug, name, provider, account, body_limit_bytes, accepted_types) VALUES ('stripe', 'Stripe', 'stripe', 'acct_own', 4096, '{}') RETURNING id`,
  )
  await database.pool.query(
    `INSERT INTO source_secret (source_id, ciphertext, hint, valid_from) VALUES ($1, $2, 'test', now() - interval '1 hour')`,
    [rows[0]?.id, seal(key, secret)],
  )
  inbox = openInbox({ databaseUrl: through.href, key, queueMax: 200, batchMax: 50, log: createLogger('test') })
})

afterAll(async () => {
  await inbox?.close()
  await proxy?.close()
})

interface Post {
  body: Buffer
  slug?: string
  signedWith?: string | null
  atSeconds?: number
  headers?: Record<string, string>
  stream?: ReadableStream<Uint8Array>
}

async function post({
  body,
  slug = 'stripe',
  signedWith = secret,
  atSeconds = Math.floor(Date.now() / 1000),
  headers = {},
  stream,
}: Post) {
  const signature =
    signedWith === null
      ? ({} as Record<string, string>)
      : {
          'stripe-signature': `t=${atSeconds},v1=${createHmac('sha256', signedWith).update(`${atSeconds}.`).update(body).digest('hex')}`,
        }
  const answer = await receive(inbox, {
    slug,
    method: 'POST',
    url: `http://127.0.0.1/api/webhooks/${slug}`,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length), ...signature, ...headers },
    body: stream ?? new Blob([new Uint8Array(body)]).stream(),
    remoteAddress: '198.51.100.7',
  })
  return {
    status: answer.status,
    retryAfter: answer.headers['retry-after'],
    ...(JSON.parse(answer.body) as { disposition: string | null; event?: string | null; reason?: string }),
  }
}

const stripeEvent = (id: string, changes: Record<string, unknown> = {}) =>
  Buffer.from(
    JSON.stringify({
      id,
      object: 'event',
      type: 'invoice.paid',
      created: 1_790_000_000,
      livemode: false,
      pending_webhooks: 1,
      data: { object: { id: 'in_1', amount: 4200 } },
      ...changes,
    }),
  )

async function count(table: string, where = 'true', values: unknown[] = []): Promise<number> {
  const { rows } = await database.pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`, values)
  return Number(rows[0]?.n)
}

const eventsNamed = (id: string) => count('event', 'provider_event_id = $1', [id])

describe('dispositions', () => {
  test('first sight is accepted with exactly the bytes that came', async () => {
    const body = stripeEvent('evt_bytes')
    expect(await post({ body })).toMatchObject({ status: 200, disposition: 'accepted' })
    const { rows } = await database.pool.query<{ body: Buffer }>(
      `SELECT y.body FROM payload y JOIN event e ON e.id = y.event_id WHERE e.provider_event_id = 'evt_bytes'`,
    )
    expect(rows[0]?.body.equals(body)).toBe(true)
  })

  test('a retry with another attempt counter is a duplicate, a changed amount is a conflict that holds the event', async () => {
    await post({ body: stripeEvent('evt_retry') })
    expect(await post({ body: stripeEvent('evt_retry', { pending_webhooks: 0 }) })).toMatchObject({
      status: 200,
      disposition: 'duplicate',
    })
    const changed = stripeEvent('evt_retry', { data: { object: { id: 'in_1', amount: 2400 } } })
    expect(await post({ body: changed })).toMatchObject({ status: 202, disposition: 'conflict' })
    expect(await post({ body: changed })).toMatchObject({ status: 202, disposition: 'conflict' })
    expect(
      await count('payload_conflict', `event_id = (SELECT id FROM event WHERE provider_event_id = 'evt_retry')`),
    ).toBe(1)
    expect(
      await count(
        'processing',
        `hold = 'conflict' AND event_id = (SELECT id FROM event WHERE provider_event_id = 'evt_retry')`,
      ),
    ).toBe(1)
    expect(await count('payload', `delivery_id IN (SELECT delivery_id FROM payload_conflict)`)).toBeGreaterThan(0)
  })

  test('fifty identical requests at once make one event and fifty deliveries, all answered 200', async () => {
    const body = stripeEvent('evt_fifty')
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ body })))
    expect(answers.map((one) => one.status)).toEqual(Array(50).fill(200))
    expect(answers.filter((one) => one.disposition === 'accepted')).toHaveLength(1)
    expect(await eventsNamed('evt_fifty')).toBe(1)
    expect(await count('delivery', `event_id = (SELECT id FROM event WHERE provider_event_id = 'evt_fifty')`)).toBe(50)
  })
})

describe('what is not authentic reserves nothing', () => {
  const now = Math.floor(Date.now() / 1000)
  const cases: Record<string, { post: Partial<Post>; status: number }> = {
    'a wrong signature': { post: { signedWith: 'whsec_other' }, status: 401 },
    'a missing signature': { post: { signedWith: null }, status: 401 },
    'a stale signature': { post: { atSeconds: now - 400 }, status: 401 },
    'a signature from the future': { post: { atSeconds: now + 400 }, status: 401 },
    'an unknown source': { post: { slug: 'nobody' }, status: 404 },
    'a compressed body nobody declared': { post: { headers: { 'content-encoding': 'gzip' } }, status: 415 },
  }
  for (const [what, { post: changes, status }] of Object.entries(cases)) {
    test(`${what} is answered ${status}`, async () => {
      const before = await count('event')
      expect(await post({ body: stripeEvent('evt_refused'), ...changes })).toMatchObject({
        status,
        disposition: 'refused',
      })
      expect(await count('event')).toBe(before)
    })
  }

  test('an unknown source and a bad signature are told the same', async () => {
    const unknown = await post({ body: stripeEvent('evt_x'), slug: 'nobody' })
    const bad = await post({ body: stripeEvent('evt_x'), signedWith: 'whsec_other' })
    expect({ ...unknown, status: 0 }).toEqual({ ...bad, status: 0 })
  })

  test('refusals are counted by reason and sampled without a body', async () => {
    await inbox.refusals.flush()
    expect(await count('rollup_delta', `metric = 'delivery.refused.signature_mismatch'`)).toBeGreaterThan(0)
    expect(
      await count('delivery', `disposition = 'refused' AND reason = 'unknown_source' AND source_id IS NULL`),
    ).toBeGreaterThan(0)
    expect(await count('payload', `delivery_id IN (SELECT id FROM delivery WHERE disposition = 'refused')`)).toBe(0)
  })
})

describe('bodies', () => {
  test('a declared length over the limit is refused before a byte is read', async () => {
    const body = Buffer.alloc(4097, 0x20)
    expect(await post({ body })).toMatchObject({ status: 413 })
  })

  test('a stream that never ends is stopped at the limit', async () => {
    let mostHeld = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        mostHeld = Math.max(mostHeld, inbox.budget.used)
        controller.enqueue(new Uint8Array(1024))
      },
    })
    const answer = await post({ body: Buffer.alloc(0), headers: { 'content-length': '' }, stream })
    expect(answer.status).toBe(413)
    expect(mostHeld).toBeLessThanOrEqual(4096)
    expect(inbox.budget.used).toBe(0)
  })

  test('a body shorter than declared is no event', async () => {
    const body = stripeEvent('evt_short')
    expect(await post({ body, headers: { 'content-length': String(body.length + 5) } })).toMatchObject({ status: 400 })
    expect(await eventsNamed('evt_short')).toBe(0)
  })
})

describe('authentic, but nothing to process: stored byte for byte, rejected with its reason, 2xx', () => {
  const odd: Record<string, Buffer> = {
    'not JSON': Buffer.from('{"id": NaN}'),
    'no id': Buffer.from('{"object":"event","type":"x"}'),
    'a blank id': Buffer.from('{"id":"  ","object":"event","type":"x"}'),
    'an id over the limit': Buffer.from(`{"id":"${'e'.repeat(600)}","object":"event","type":"x"}`),
    'a lone surrogate in the id': Buffer.from('{"id":"evt_\\ud800","object":"event","type":"x"}'),
    'U+0000 in the id': Buffer.from('{"id":"evt_\\u0000","object":"event","type":"x"}'),
    '10,000-deep nesting': Buffer.from(
      `{"id":"evt_deep","object":"event","type":"x","data":${'['.repeat(1900)}${']'.repeat(1900)}}`,
    ),
  }
  for (const [what, body] of Object.entries(odd)) {
    test(what, async () => {
      const events = await count('event')
      expect(await post({ body })).toMatchObject({ status: 202, disposition: 'rejected' })
      expect(await count('event')).toBe(events)
      const { rows } = await database.pool.query<{ body: Buffer; reason: string }>(
        `SELECT y.body, d.reason FROM delivery d JOIN payload y ON y.delivery_id = d.id ORDER BY d.id DESC LIMIT 1`,
      )
      expect(rows[0]?.body.equals(body)).toBe(true)
      expect(rows[0]?.reason).toMatch(/^[a-z_]+: .+/)
    })
  }
})

describe('odd content is accepted byte for byte', () => {
  const odd: Record<string, string> = {
    'U+0000': '"a\\u0000b"',
    'a lone surrogate': '"\\ud83d"',
    'duplicate keys': '{"a":1,"a":2}',
    '1e400': '1e400',
    'a 30-digit number': '123456789012345678901234567890',
    __proto__: '{"__proto__":{"isAdmin":true}}',
  }
  for (const [what, data] of Object.entries(odd)) {
    test(what, async () => {
      const body = Buffer.from(`{"id":"evt_odd_${what}","object":"event","type":"x","data":${data}}`)
      expect(await post({ body })).toMatchObject({ status: 200, disposition: 'accepted' })
      expect(await post({ body })).toMatchObject({ status: 200, disposition: 'duplicate' })
      const { rows } = await database.pool.query<{ body: Buffer }>(
        `SELECT y.body FROM payload y JOIN event e ON e.id = y.event_id WHERE e.provider_event_id = $1`,
        [`evt_odd_${what}`],
      )
      expect(rows[0]?.body.equals(body)).toBe(true)
    })
  }
})

describe('when the database does not answer', () => {
  for (const fault of ['cut_reply_to_commit', 'swallow_reply_to_commit'] as const) {
    test(`${fault}: a true answer or 503, never a 2xx without a record, and no second event on retry`, async () => {
      const id = `evt_${fault}`
      const before = proxy.happened
      proxy.lose(fault, 1)
      const started = performance.now()
      const answer = await post({ body: stripeEvent(id) })
      expect(performance.now() - started).toBeLessThan(2_500)
      expect(proxy.happened).toBeGreaterThan(before)
      expect([200, 503]).toContain(answer.status)
      if (answer.status === 200) expect(await eventsNamed(id)).toBe(1)
      expect(await post({ body: stripeEvent(id) })).toMatchObject({ status: 200, disposition: 'duplicate' })
      expect(await eventsNamed(id)).toBe(1)
    })
  }

  test('an outage is answered 503 with Retry-After within 2 s, and recovery needs no restart', async () => {
    proxy.cutAll()
    const started = performance.now()
    const answer = await post({ body: stripeEvent('evt_outage') })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(answer).toMatchObject({ status: 503, disposition: null })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    proxy.restore()
    expect(await post({ body: stripeEvent('evt_outage') })).toMatchObject({ status: 200, disposition: 'accepted' })
  })

  test('a full queue is answered 503 and nothing is half-written', async () => {
    const small = openInbox({ databaseUrl: database.url, key, queueMax: 1, batchMax: 1, log: createLogger('test') })
    const healthy = inbox
    inbox = small
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => post({ body: stripeEvent(`evt_full_${index}`) })),
    )
    inbox = healthy
    await small.close()
    expect(answers.some((one) => one.status === 503)).toBe(true)
    expect(await count('event', `provider_event_id LIKE 'evt_full_%'`)).toBe(
      answers.filter((one) => one.status === 200).length,
    )
  })
})
