import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure, usualSlug } from '../stage/configure.ts'
import { count, verify } from '../stage/ledger.ts'
import { bodyOf, deliver, signed } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { rawRequest } from './raw-request.ts'
import { useScene } from './scene.ts'
import type { Web } from './web.ts'

/* Bodies that are too large, too slow, cut short or strange, over real sockets to a real web process. */

const scene = useScene(afterAll)
const path = `/api/webhooks/${usualSlug}`
const limitBytes = 4096
let web: Web

beforeAll(async () => {
  await configure(scene.pool, {
    key: masterKey,
    source: { bodyLimitBytes: limitBytes, acceptedTypes: ['note'] },
    destination: { baseUrl: 'http://127.0.0.1:9', repeat: 'none' },
  })
  web = await scene.web()
})

afterAll(async () => {
  expect(web.child.ended, 'the web process lived through all of this').toBeUndefined()
  await verify(scene.databaseUrl)
})

/** Writes a chunked body for as long as the other side takes it, and says how much each write was. */
async function* pour(socket: Socket): AsyncGenerator<number> {
  const chunk = Buffer.from(`${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`)
  while (socket.writable) {
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    yield chunk.length
  }
}

const refusedFor = (reason: string) =>
  until(`a refusal for ${reason} was recorded`, () =>
    count(scene.pool, 'delivery', `disposition = 'refused' AND reason = $1`, [reason]),
  )

describe('a body over the limit', () => {
  test('is refused by its declared length before it is read', async () => {
    const answer = await rawRequest(web.origin, { path, headers: { 'content-length': String(limitBytes + 1) } })
    expect(answer.status).toBe(413)
    await refusedFor('body_too_large')
  })

  test('is refused at the first byte too many where no length is declared', async () => {
    const body = Buffer.alloc(limitBytes + 1, 0x20)
    const answer = await rawRequest(web.origin, {
      path,
      headers: { 'transfer-encoding': 'chunked', ...(await signed(body)) },
      send: async (socket) => void socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
    })
    expect(answer.status).toBe(413)
    expect(await count(scene.pool, 'event')).toBe(0)
  })

  test('that never ends is cut off while memory stays flat', async () => {
    const before = web.child.residentMb
    let highest = before
    const watch = setInterval(() => {
      highest = Math.max(highest, web.child.residentMb)
    }, 20)
    const tooLarge = () => count(scene.pool, 'delivery', `reason = 'body_too_large'`)
    const refusedBefore = await tooLarge()
    const poured = await Promise.all(Array.from({ length: 8 }, () => pourForEver()))
    clearInterval(watch)
    for (const { answer, bytes } of poured) {
      // Whoever goes on sending may meet the end of the connection before it reads the answer.
      expect(answer === 413 || answer === 'cut off').toBe(true)
      expect(bytes).toBeLessThan(endlessBytes)
    }
    await until('each was recorded', async () => (await tooLarge()) >= refusedBefore + 8)
    expect(highest - before).toBeLessThan(48)
  })

  const endlessBytes = 200 * 1024 * 1024

  async function pourForEver() {
    let bytes = 0
    const answer = await rawRequest(web.origin, {
      path,
      headers: { 'transfer-encoding': 'chunked' },
      send: async (socket) => {
        for await (const amount of pour(socket)) {
          bytes += amount
          if (bytes >= endlessBytes) return
        }
      },
    }).then(
      ({ status }) => status,
      () => 'cut off' as const,
    )
    return { answer, bytes }
  }
})

describe.concurrent('a body that does not come whole', () => {
  test('because it trickles is given up after its time, and the sender is told', async () => {
    const body = bodyOf({ id: 'EV-slow' })
    const answer = await rawRequest(web.origin, {
      path,
      headers: { 'content-length': String(body.length), ...(await signed(body)) },
      send: async (socket) => {
        for (const byte of body.subarray(0, 40)) {
          if (!socket.writable) return
          socket.write(Buffer.of(byte))
          await wait(500)
        }
      },
    })
    expect(answer.status).toBe(408)
    expect(answer.tookMs).toBeGreaterThan(9_000)
    expect(answer.tookMs).toBeLessThan(15_000)
    await refusedFor('body_too_slow')
    expect(await count(scene.pool, 'event', `provider_event_id = 'EV-slow'`)).toBe(0)
  })

  test('because the sender hangs up is no event; sent whole, it is a first sight', async () => {
    const body = bodyOf({ id: 'EV-short' })
    const request = rawRequest(web.origin, {
      path,
      headers: { 'content-length': String(body.length), ...(await signed(body)) },
      send: async (socket) => void socket.end(body.subarray(0, -5)),
    })
    await request.catch(() => undefined)
    await refusedFor('body_incomplete')
    expect(await count(scene.pool, 'event', `provider_event_id = 'EV-short'`)).toBe(0)
    expect(await deliver(web.origin, body)).toMatchObject({ status: 200, disposition: 'accepted' })
  })
})

describe('what is authentic is stored byte for byte, whatever it is', () => {
  const note = (rest: string, id = 'EV') => `{"id":"${id}","type":"note","account":"acct-test"${rest}}`
  const mark = '\u{feff}'
  const cases: Record<string, { body: string | Buffer; disposition: 'accepted' | 'rejected'; reason?: string }> = {
    'a byte-order mark': { body: mark + note('', 'EV-mark'), disposition: 'accepted' },
    'two byte-order marks': { body: mark + mark + note(''), disposition: 'rejected', reason: 'not_json' },
    'U+0000 escaped': { body: note(',"name":"a\\u0000b"', 'EV-nul'), disposition: 'accepted' },
    'half an emoji': { body: note(',"name":"cut \\ud83d"', 'EV-half'), disposition: 'accepted' },
    'half an emoji as the id': {
      body: note('', 'EV-\\ud83d'),
      disposition: 'rejected',
      reason: 'event_id_not_well_formed',
    },
    'U+0000 in the id': { body: note('', 'EV-\\u0000'), disposition: 'rejected', reason: 'event_id_not_well_formed' },
    '1e400': { body: note(',"n":1e400', 'EV-1e400'), disposition: 'accepted' },
    'a number of 30 digits': { body: note(`,"n":${'9'.repeat(30)}`, 'EV-30'), disposition: 'accepted' },
    'the same key twice': { body: note(',"a":1,"a":2', 'EV-twice'), disposition: 'accepted' },
    __proto__: { body: note(',"__proto__":{"admin":true}', 'EV-proto'), disposition: 'accepted' },
    'line ends of another system': { body: `${note('', 'EV-crlf')}\r\n\r\n`, disposition: 'accepted' },
    'nesting 1,500 deep': {
      body: note(`,"deep":${'['.repeat(1_500)}${']'.repeat(1_500)}`, 'EV-deep'),
      disposition: 'rejected',
      reason: 'too_deep',
    },
    NaN: { body: note(',"ratio":NaN'), disposition: 'rejected', reason: 'not_json' },
    'no JSON at all': { body: 'a=1&b=2', disposition: 'rejected', reason: 'not_json' },
    'bytes that are no text': { body: Buffer.of(0xff, 0xfe, 0x00, 0x80), disposition: 'rejected', reason: 'not_json' },
    'nothing at all': { body: '', disposition: 'rejected', reason: 'not_json' },
    'a list': { body: `[${note('')}]`, disposition: 'rejected', reason: 'not_an_object' },
    'no id': { body: '{"type":"note"}', disposition: 'rejected', reason: 'no_event_id' },
    'a blank id': { body: note('', '  '), disposition: 'rejected', reason: 'blank_event_id' },
    'an id over the limit': { body: note('', 'x'.repeat(513)), disposition: 'rejected', reason: 'event_id_too_long' },
    'a type nobody asked for': {
      body: '{"id":"EV-type","type":"other"}',
      disposition: 'rejected',
      reason: 'unsupported_type',
    },
  }

  test.each(Object.entries(cases))('%s', async (_, { body: text, disposition, reason }) => {
    const body = Buffer.from(text as string)
    const answer = await deliver(web.origin, body)
    expect(answer).toMatchObject({ status: disposition === 'accepted' ? 200 : 202, disposition })
    const { delivery } = JSON.parse(answer.text) as { delivery: string }
    const { rows } = await scene.pool.query<{ body: Buffer; reason: string | null }>(
      `SELECT y.body, d.reason FROM delivery d JOIN payload y ON y.event_id = d.event_id OR y.delivery_id = d.id WHERE d.id = $1`,
      [delivery],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.body.equals(body)).toBe(true)
    if (reason !== undefined) expect(rows[0]?.reason).toMatch(new RegExp(`^${reason}\\b`))
  })

  test('the same id with other content is a conflict, and both are kept', async () => {
    const original = bodyOf({ id: 'EV-conflict', data: { amount: 1 } })
    const other = bodyOf({ id: 'EV-conflict', data: { amount: 2 } })
    expect(await deliver(web.origin, original)).toMatchObject({ status: 200, disposition: 'accepted' })
    expect(await deliver(web.origin, other)).toMatchObject({ status: 202, disposition: 'conflict' })
    const { rows } = await scene.pool.query<{ body: Buffer }>(
      `SELECT y.body FROM payload y LEFT JOIN delivery d ON d.id = y.delivery_id JOIN event e ON e.id = coalesce(y.event_id, d.event_id)
       WHERE e.provider_event_id = 'EV-conflict' ORDER BY y.id`,
    )
    expect(rows.map(({ body }) => body.toString())).toEqual([original.toString(), other.toString()])
    expect(await count(scene.pool, 'processing', `hold = 'conflict'`)).toBe(1)
  })

  test('and none of it was an error of ours', () => {
    expect(web.child.lines.filter((line) => /"level":"(error|fatal)"|Unhandled/.test(line))).toEqual([])
  })
})
