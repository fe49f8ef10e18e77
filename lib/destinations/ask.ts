import { type Answer, answerOf } from './answer.ts'
import type { Connections } from './connections.ts'
import type { Destination } from './destination.ts'
import { exchange } from './exchange.ts'
import { pathAt } from './path-at.ts'

/** A look-up's answer may list several things. */
const answerBytesMax = 256 * 1024

/** The destination gave no whole answer; nothing follows from that. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** GETs a path below a destination's base URL with its authentication: a question, which changes nothing there. */
export type Ask = (path: string) => Promise<Answer>

export function askAt(connections: Connections, destination: Destination): Ask {
  return async (path) => {
    const seen = await exchange(
      connections.to(destination),
      {
        method: 'GET',
        path: pathAt(destination.baseUrl, path),
        headers: { accept: 'application/json', ...destination.headers },
        body: Buffer.alloc(0),
      },
      { timeoutMs: destination.timeoutMs, answerBytesMax },
    )
    if (seen.kind !== 'answered') throw new NoAnswer(`the destination gave no answer: ${seen.detail}`)
    if (seen.truncated) throw new NoAnswer(`its answer is longer than ${answerBytesMax / 1024} kB`)
    return answerOf(seen)
  }
}
