import { setTimeout as wait } from 'node:timers/promises'
import type { Share } from './budget.ts'

/** Why a body could not be read whole. `no_room`: all requests together hold as much as this process may. */
export type BodyFailure = 'too_large' | 'too_slow' | 'aborted' | 'no_room'

export type ReadBody =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly failure: BodyFailure; readonly receivedBytes: number }

interface Limits {
  readonly maxBytes: number
  /** For the whole body. */
  readonly timeoutMs: number
  /** As declared by the sender; a body that ends short of it is no event. */
  readonly contentLength: number | null
  readonly share: Share
}

/** A sender that is still writing when the connection closes loses the answer; most are done within this much. */
const readOnMs = 500
const readOnBytes = 4 * 1024 * 1024

/** Reads and forgets what still comes, for a moment, so that the sender gets to read its answer. */
async function readOn(reader: AsyncIterator<Uint8Array>): Promise<void> {
  const until = performance.now() + readOnMs
  const over = wait(readOnMs, 'over' as const)
  let bytes = 0
  try {
    while (performance.now() < until && bytes < readOnBytes) {
      const next = await Promise.race([reader.next(), over])
      if (next === 'over' || next.done) return
      bytes += next.value.byteLength
    }
  } catch {
    // The sender has gone; there is nobody left to answer.
  }
}

/**
 * Reads a request body under a cap. Counts while it streams and stops at the first byte too many, so memory is bounded
 * by `maxBytes` whatever the sender declares; stops after `timeoutMs` whether bytes still trickle or not.
 */
export async function readBody(body: AsyncIterable<Uint8Array> | null, limits: Limits): Promise<ReadBody> {
  if (limits.contentLength !== null && limits.contentLength > limits.maxBytes) {
    if (body !== null) await readOn(body[Symbol.asyncIterator]())
    return { ok: false, failure: 'too_large', receivedBytes: 0 }
  }
  if (body === null) {
    return limits.contentLength
      ? { ok: false, failure: 'aborted', receivedBytes: 0 }
      : { ok: true, bytes: Buffer.alloc(0) }
  }
  const reader = body[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let receivedBytes = 0
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<'expired'>((resolve) => {
    timer = setTimeout(resolve, limits.timeoutMs, 'expired')
  })
  const stop = (failure: BodyFailure): ReadBody => {
    // The sender is told in the answer; what it still sends is of no interest, nor is how the stream takes that.
    reader.return?.().catch(() => undefined)
    return { ok: false, failure, receivedBytes }
  }
  try {
    while (true) {
      const next = await Promise.race([reader.next(), expired])
      if (next === 'expired') return stop('too_slow')
      if (next.done) break
      receivedBytes += next.value.byteLength
      if (receivedBytes > limits.maxBytes) {
        await readOn(reader)
        return stop('too_large')
      }
      if (!limits.share.grow(next.value.byteLength)) return stop('no_room')
      chunks.push(next.value)
    }
  } catch {
    return { ok: false, failure: 'aborted', receivedBytes }
  } finally {
    clearTimeout(timer)
  }
  if (limits.contentLength !== null && receivedBytes !== limits.contentLength) {
    return { ok: false, failure: 'aborted', receivedBytes }
  }
  return {
    ok: true,
    bytes:
      chunks.length === 1 && chunks[0]
        ? Buffer.from(chunks[0].buffer, chunks[0].byteOffset, chunks[0].byteLength)
        : Buffer.concat(chunks),
  }
}
