import type { FrozenRequest } from '#lib/ledger/plan-operations.ts'
import { type Classified, classify, type ReadReference } from './classify.ts'
import type { Connections } from './connections.ts'
import type { Destination } from './destination.ts'
import { exchange } from './exchange.ts'
import { pathAt } from './path-at.ts'

/** Of an answer no more than this is read. */
export const answerBytesMax = 64 * 1024

interface Sending {
  readonly connections: Connections
  readonly destination: Destination
  readonly request: FrozenRequest
  readonly key: string
  readonly readReference?: ReadReference
  readonly signal?: AbortSignal
}

/**
 * One consequential attempt. What leaves is the frozen request, byte for byte, with the destination's key header and
 * its authentication. Never throws: whatever happens is a conclusion.
 */
export async function sendRequest(sending: Sending): Promise<Classified> {
  const { connections, destination, request, key, readReference, signal } = sending
  const seen = await exchange(
    connections.to(destination),
    {
      method: request.method,
      path: pathAt(destination.baseUrl, request.path),
      headers: {
        ...request.headers,
        ...(destination.repeat === 'idempotency-key' ? { [destination.keyHeader]: key } : {}),
        ...destination.headers,
      },
      body: request.body,
    },
    { timeoutMs: destination.timeoutMs, answerBytesMax, signal },
  )
  return classify(seen, readReference, Date.now())
}
