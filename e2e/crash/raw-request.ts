import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** From the last byte of the head to the head of the answer. */
  readonly tookMs: number
}

interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the body, or as much of it as the test is about; what it throws once the other side hung up is ignored. */
  readonly send?: (socket: Socket) => Promise<void>
}

/** One HTTP/1.1 request over a socket of its own, byte by byte as the test wants it. */
export async function rawRequest(
  origin: string,
  { method = 'POST', path, headers, send }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // The server may hang up before everything is sent: what it answered is read all the same.
  socket.on('error', () => undefined)
  const answered = readAnswer(socket)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const started = performance.now()
  try {
    await Promise.race([send?.(socket), answered])
    return { ...(await answered), tookMs: performance.now() - started }
  } finally {
    socket.destroy()
  }
}

function readAnswer(socket: Socket): Promise<Omit<RawAnswer, 'tookMs'>> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const answer = parse(text)
      if (answer !== undefined) resolve(answer)
    })
    socket.on('close', () => reject(new Error(`the connection ended without a whole answer: ${JSON.stringify(text)}`)))
  })
}

/** Undefined while the answer is not whole; its body is counted by Content-Length or ends with the last chunk. */
function parse(text: string): Omit<RawAnswer, 'tookMs'> | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
  )
  const rest = text.slice(end + 4)
  const length = headers.get('content-length')
  const isWhole =
    length === undefined
      ? rest.endsWith('0\r\n\r\n') || headers.get('connection') === 'close'
      : rest.length >= Number(length)
  if (!isWhole) return undefined
  const body = length === undefined ? rest.replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, '').trim() : rest
  return { status: Number(first.split(' ')[1]), headers, body }
}
