import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '#lib/providers/demo.ts'
import { configure, secret, usualSlug } from '../stage/configure.ts'
import { count, verify } from '../stage/ledger.ts'
import { bodyOf, deliver, post, signed } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { useScene } from './scene.ts'
import type { Web } from './web.ts'

/* Who is let in, and what everybody else is told, through a real web process. */

const scene = useScene(afterAll)
let web: Web
const body = bodyOf({ id: 'EV-stranger' })
const path = `/api/webhooks/${usualSlug}`

beforeAll(async () => {
  await configure(scene.pool, { key: masterKey, destination: { baseUrl: 'http://127.0.0.1:9', repeat: 'none' } })
  web = await scene.web()
})

afterAll(async () => {
  expect(web.child.ended, 'the web process lived through all of this').toBeUndefined()
  await verify(scene.databaseUrl)
})

/** Headers of a request signed at some other time. */
async function signedAt(offsetSeconds: number): Promise<Record<string, string>> {
  return (await demo.sign?.({ body, secret, atMs: Date.now() + offsetSeconds * 1000 }, {})) ?? {}
}

const send = (headers: Record<string, string>, to = path) =>
  rawRequest(web.origin, {
    path: to,
    headers: { 'content-length': String(body.length), ...headers },
    send: async (socket) => void socket.write(body),
  })

describe('a request that is not its source’s own', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const zeros = '0'.repeat(64)
  const headers: Record<string, () => Record<string, string> | Promise<Record<string, string>>> = {
    'no signature': () => ({}),
    'another secret’s signature': () => signed(body, 'another-secret-altogether'),
    'another body’s signature': () => signed(bodyOf({ id: 'EV-other' })),
    'a stale signature': () => signedAt(-400),
    'a signature from the future': () => signedAt(400),
    'an empty signature': () => ({ 'x-demo-signature': '' }),
    'a signature without a time': () => ({ 'x-demo-signature': `v1=${zeros}` }),
    'two times': () => ({ 'x-demo-signature': `t=${now()},t=1,v1=${zeros}` }),
    'a signature that is not hexadecimal': () => ({ 'x-demo-signature': `t=${now()},v1=${'z'.repeat(64)}` }),
    'a signature with a tail': () => ({ 'x-demo-signature': `t=${now()},v1=${zeros}zz` }),
    'bytes beyond ASCII': () => ({ 'x-demo-signature': `t=${now()},v1=Ã©${'0'.repeat(62)}` }),
    'two thousand signatures': () => ({ 'x-demo-signature': `t=${now()}${',v1=00'.repeat(2_000)}` }),
  }

  test.each(Object.entries(headers))('(%s) is answered 401 and reserves nothing', async (_, make) => {
    const answer = await send(await make())
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.body)).toEqual({ disposition: 'refused', reason: 'not_accepted' })
    expect(await count(scene.pool, 'event')).toBe(0)
    expect(await count(scene.pool, 'payload')).toBe(0)
  })

  test('is told the same where no source has the address, but for the status', async () => {
    const bad = await send(await signed(body, 'another-secret-altogether'))
    const unknown = await send(await signed(body), '/api/webhooks/nobody')
    expect(unknown.status).toBe(404)
    expect(shapeOf(unknown)).toEqual(shapeOf(bad))
  })

  test('is counted by its reason', async () => {
    const counted = (reason: string) =>
      count(scene.pool, 'delivery', `disposition = 'refused' AND reason = $1`, [reason])
    for (const reason of ['signature_missing', 'signature_mismatch', 'timestamp_stale', 'timestamp_future'])
      await until(`${reason} was counted`, () => counted(reason))
  })

  function shapeOf({ headers, body }: RawAnswer) {
    return { headers: [...headers.keys()].sort(), body }
  }
})

test('a compressed body that the adapter does not declare is answered 415, whatever was signed', async () => {
  for (const signedBytes of [body, gzipSync(body)]) {
    const headers = { ...(await signed(signedBytes)), 'content-encoding': 'gzip' }
    expect(await post(`${web.origin}${path}`, gzipSync(body), headers)).toMatchObject({ status: 415 })
  }
  expect(await count(scene.pool, 'event')).toBe(0)
})

describe('the address', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('takes no %s', async (method) => {
    const answer = await fetch(`${web.origin}${path}`, { method, redirect: 'manual' })
    expect(answer.status).toBe(405)
  })

  test.each([
    ['with a slash at its end', `${path}/`],
    ['with a query', `${path}?from=console`],
  ])('%s answers directly, never by a redirect', async (_, twin) => {
    const answer = await post(`${web.origin}${twin}`, body, await signed(body, 'another-secret-altogether'))
    expect(answer.status).toBe(401)
  })

  test('does not care what somebody claims to be to the framework', async () => {
    for (const claim of ['middleware:middleware:middleware:middleware:middleware', 'proxy:proxy:proxy:proxy:proxy']) {
      const headers = { 'x-middleware-subrequest': claim }
      expect(await send(headers)).toMatchObject({ status: 401 })
      for (const page of ['/', '/events', '/events/1']) {
        const answer = await fetch(`${web.origin}${page}`, { headers, redirect: 'manual' })
        expect(answer.status).toBe(307)
        expect(answer.headers.get('location')).toMatch(/^\/sign-in|\/\/127\.0\.0\.1:\d+\/sign-in/)
      }
    }
  })
})

test('after all that, an authentic delivery is accepted', async () => {
  expect(await deliver(web.origin, { id: 'EV-own' })).toMatchObject({ status: 200, disposition: 'accepted' })
  expect(web.child.lines.filter((line) => /"level":"(error|fatal)"|Unhandled/.test(line))).toEqual([])
})
