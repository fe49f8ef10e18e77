import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering, destinationAt, TestDestination } from '#lib/testing/test-destination.ts'
import { Connections } from './connections.ts'
import type { Destination } from './destination.ts'
import { answerBytesMax, sendRequest } from './send-request.ts'

let destination: TestDestination
let connections: Connections

beforeEach(async () => {
  destination = await TestDestination.start()
  connections = new Connections(8)
})
afterEach(async () => {
  await connections.close()
  await destination.close()
})

const request = {
  method: 'POST',
  path: '/items?a=1',
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('frozen é'),
}

const send = (
  to: Partial<Destination> & { url?: string } = {},
  extra: Partial<Parameters<typeof sendRequest>[0]> = {},
) =>
  sendRequest({
    connections,
    destination: destinationAt(to.url ?? destination.url, to),
    request,
    key: 'demo:acct-a:EV1:act:1',
    ...extra,
  })

async function withServer(onSocket: (socket: Socket) => void, run: (url: string) => Promise<void>) {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  try {
    await run(`http://127.0.0.1:${address.port}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

describe('what leaves', () => {
  test('the frozen request, byte for byte, with authentication and, where the destination takes one, its key', async () => {
    await send({ repeat: 'idempotency-key', keyHeader: 'x-key', headers: { authorization: 'Bearer t' } })
    const [seen] = destination.requests
    expect(seen).toMatchObject({ method: 'POST', url: '/items?a=1', body: 'frozen é' })
    expect(seen?.headers).toMatchObject({
      'x-key': 'demo:acct-a:EV1:act:1',
      authorization: 'Bearer t',
      'content-type': 'text/plain',
    })
  })

  test('no key where the destination does not declare to take one', async () => {
    await send({ repeat: 'lookup' })
    expect(destination.requests[0]?.headers['idempotency-key']).toBeUndefined()
  })

  test('a base URL with a path of its own comes first', async () => {
    await send({ url: `${destination.url}/v1/` })
    expect(destination.requests[0]?.url).toBe('/v1/items?a=1')
    await send({ url: `${destination.url}/hook` }, { request: { ...request, path: '' } })
    expect(destination.requests[1]?.url).toBe('/hook')
  })

  test('a redirect is not followed', async () => {
    destination.handler = answering(307, { location: `${destination.url}/elsewhere` })
    expect((await send()).conclusion).toMatchObject({ kind: 'lost', httpStatus: 307 })
    expect(destination.requests).toHaveLength(1)
  })
})

describe('confirmed', () => {
  test('a 2xx with the id of its JSON answer as the reference', async () => {
    expect((await send()).conclusion).toMatchObject({
      kind: 'confirmed',
      httpStatus: 201,
      reference: expect.stringMatching(/^R\d+$/),
    })
  })

  test('a 2xx without a readable id, where the action needs none', async () => {
    destination.handler = answering(204)
    expect((await send()).conclusion).toEqual({ kind: 'confirmed', httpStatus: 204 })
    destination.handler = answering(200, {}, '{"id": broken')
    expect((await send()).conclusion).toEqual({ kind: 'confirmed', httpStatus: 200 })
  })
})

describe('refused: it definitely did not act', () => {
  test.each([400, 401, 403, 404, 405, 410, 413, 415, 422])('%i, and again would be the same', async (status) => {
    destination.handler = answering(status)
    expect((await send()).conclusion).toMatchObject({ kind: 'refused', again: false, httpStatus: status })
  })

  test.each([425, 429])('%i, worth another attempt', async (status) => {
    destination.handler = answering(status, { 'retry-after': '7' })
    expect(await send()).toMatchObject({
      conclusion: { kind: 'refused', again: true, httpStatus: status },
      retryAfterMs: 7_000,
    })
  })
})

describe('not sent: nothing was written', () => {
  const notSent = { kind: 'not_sent', again: true }

  test('the connection is refused', async () => {
    const { url } = destination
    await destination.close()
    expect((await send({ url })).conclusion).toMatchObject({ ...notSent, detail: expect.stringContaining('refused') })
    destination = await TestDestination.start()
  })

  test('the host name is unknown', async () => {
    expect((await send({ url: 'http://nowhere.invalid', timeoutMs: 5_000 })).conclusion).toMatchObject(notSent)
  })

  test('TLS cannot be agreed on', async () => {
    expect((await send({ url: destination.url.replace('http:', 'https:') })).conclusion).toMatchObject(notSent)
    expect(destination.requests).toHaveLength(0)
  })

  test('no connection comes about in time, and it is not sent later either', async () => {
    // A TLS handshake that is never answered.
    await withServer(
      () => undefined,
      async (url) => {
        const { conclusion } = await send({ url: url.replace('http:', 'https:'), timeoutMs: 150 })
        expect(conclusion).toMatchObject(notSent)
      },
    )
  })

  test('the worker was told to stop before', async () => {
    expect((await send({}, { signal: AbortSignal.abort() })).conclusion).toMatchObject(notSent)
    expect(destination.requests).toHaveLength(0)
  })

  test('it waits for a place longer than the time allows, and is not sent later either', async () => {
    await connections.close()
    connections = new Connections(1)
    destination.handler = (_seen, response) => setTimeout(() => response.end(), 400)
    const slow = send({ timeoutMs: 450 })
    const waiting = await send({ timeoutMs: 450 }, { signal: AbortSignal.timeout(50) })
    expect(waiting.conclusion).toMatchObject(notSent)
    expect((await slow).conclusion).toMatchObject({ kind: 'confirmed' })
    await send({ timeoutMs: 450 })
    expect(destination.requests).toHaveLength(2)
  })
})

describe('lost: it may have acted', () => {
  test.each([500, 502, 503, 504, 408, 409, 418, 301])('HTTP %i', async (status) => {
    destination.handler = answering(status)
    expect((await send()).conclusion).toMatchObject({ kind: 'lost', httpStatus: status })
  })

  test('503 keeps what Retry-After asks for', async () => {
    destination.handler = answering(503, { 'retry-after': '2' })
    expect((await send()).retryAfterMs).toBe(2_000)
  })

  test('no answer in time', async () => {
    destination.handler = () => undefined
    const begun = performance.now()
    expect((await send({ timeoutMs: 150 })).conclusion).toMatchObject({ kind: 'lost' })
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  test('an answer that trickles past the deadline', async () => {
    destination.handler = (_seen, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }
    expect((await send({ timeoutMs: 200 })).conclusion).toMatchObject({ kind: 'lost', httpStatus: 200 })
  })

  test('the connection is closed after the request was taken', async () => {
    destination.handler = (_seen, response) => response.destroy()
    expect((await send()).conclusion).toMatchObject({ kind: 'lost' })
    expect(destination.requests).toHaveLength(1)
  })

  test('the connection is reset as soon as it is there', async () => {
    await withServer(
      (socket) => socket.resetAndDestroy(),
      async (url) => {
        // Whether the first bytes were read before the reset cannot be known here.
        const { conclusion } = await send({ url })
        expect(['lost', 'not_sent']).toContain(conclusion.kind)
      },
    )
  })

  test('a kept-alive connection dies under the request, which is not sent again by itself', async () => {
    let requests = 0
    await withServer(
      (socket) =>
        socket.on('data', () => {
          requests++
          if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n')
          else socket.resetAndDestroy()
        }),
      async (url) => {
        expect((await send({ url })).conclusion).toMatchObject({ kind: 'confirmed' })
        expect((await send({ url })).conclusion).toMatchObject({ kind: 'lost' })
        expect(requests).toBe(2)
      },
    )
  })

  test('but an answer that arrived in time counts, even if the process was held up and reads it late', async () => {
    destination.handler = (seen, response) => {
      answering(204)(seen, response)
      // Longer than the deadline, while the answer lies in the socket.
      const until = performance.now() + 400
      setImmediate(() => {
        while (performance.now() < until);
      })
    }
    expect((await send({ timeoutMs: 200 })).conclusion).toMatchObject({ kind: 'confirmed' })
  })

  test('an answer that is not HTTP, and one that ends too early', async () => {
    for (const answer of ['garbage\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf']) {
      await withServer(
        (socket) => socket.once('data', () => socket.end(answer)),
        async (url) => expect((await send({ url })).conclusion).toMatchObject({ kind: 'lost' }),
      )
    }
  })

  test('a success that does not prove what the action needs', async () => {
    destination.handler = answering(200, {}, 'not json')
    const readReference = () => {
      throw new Error('no id')
    }
    expect((await send({}, { readReference })).conclusion).toMatchObject({ kind: 'lost', httpStatus: 200 })
  })

  test('a success too long to be read, where the action reads it', async () => {
    destination.handler = answering(200, {}, 'x'.repeat(answerBytesMax + 1))
    expect((await send({}, { readReference: () => 'R1' })).conclusion).toMatchObject({ kind: 'lost' })
    expect((await send()).conclusion).toMatchObject({ kind: 'confirmed' })
  })

  test('given up while it is under way', async () => {
    destination.handler = () => undefined
    expect((await send({ timeoutMs: 5_000 }, { signal: AbortSignal.timeout(50) })).conclusion).toMatchObject({
      kind: 'lost',
    })
  })
})

test('no detail repeats a secret, a key or a body', async () => {
  destination.handler = answering(500, {}, 'secret-answer')
  const { conclusion } = await send({ headers: { authorization: 'Bearer secret-token' } })
  expect(JSON.stringify(conclusion)).not.toMatch(/secret|frozen|EV1/)
})
