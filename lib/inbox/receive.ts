import { createHmac } from 'node:crypto'
import { type MicroBatcher, QueueFull } from '#lib/db/micro-batch.ts'
import { isOutage } from '#lib/db/outage.ts'
import { CommitUnknown } from '#lib/db/resolve-commit.ts'
import type { Accepted, Arrival } from '#lib/ledger/accept-events.ts'
import type { Logger } from '#lib/log.ts'
import type { WebhookRequest } from '#lib/providers/provider.ts'
import { type Answer, answer, tryAgain } from './answer.ts'
import { arrivalOf } from './arrival-of.ts'
import type { Budget } from './budget.ts'
import { type BodyFailure, readBody } from './read-body.ts'
import type { Refusals } from './refusals.ts'
import type { Source, Sources } from './sources.ts'

/** What the inbox works with; one per process. */
export interface Inbox {
  readonly sources: Sources
  readonly acceptances: MicroBatcher<Arrival, Accepted>
  readonly refusals: Refusals
  /** Bytes of bodies held at once, over all requests. */
  readonly budget: Budget
  readonly log: Logger
  /** Says, after a commit, that there may be work. */
  announce(): void
}

/** One HTTP request, whatever server it came through. */
export interface IncomingRequest {
  readonly slug: string
  readonly method: string
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array> | null
  readonly remoteAddress: string | null
}

/** The provider has its answer within this time, whatever the database does; then it is asked to deliver again. */
const answerWithinMs = 1_900
const bodyTimeoutMs = 10_000
/** An address that belongs to no source reads as much of a body as a source's default allows, then answers. */
const unknownSourceLimitBytes = 1_048_576

const bodyRefusals: Record<Exclude<BodyFailure, 'no_room'>, { status: number; reason: string }> = {
  too_large: { status: 413, reason: 'body_too_large' },
  too_slow: { status: 408, reason: 'body_too_slow' },
  aborted: { status: 400, reason: 'body_incomplete' },
}

/**
 * The door: bytes in, one true answer out. Never answers 2xx before the record is durable, never throws, never
 * reserves an identity for a request that is not authentic.
 */
export async function receive(inbox: Inbox, incoming: IncomingRequest): Promise<Answer> {
  const receivedAtMs = Date.now()
  const share = inbox.budget.share()
  try {
    const source = await inbox.sources.find(incoming.slug)
    const read = await readBody(incoming.body, {
      maxBytes: source?.bodyLimitBytes ?? unknownSourceLimitBytes,
      timeoutMs: bodyTimeoutMs,
      contentLength: contentLengthOf(incoming.headers),
      share,
    })
    const refuse = (refused: Refused, bodyBytes: number) => {
      const { remoteAddress } = incoming
      inbox.refusals.record({ ...refused, sourceId: source?.id ?? 0, bodyBytes, remoteAddress }, receivedAtMs)
      return refusal(refused, read.ok)
    }
    if (!read.ok) {
      if (read.failure === 'no_room') return tryAgain('overloaded', 2)
      return refuse(bodyRefusals[read.failure], read.receivedBytes)
    }
    const judged = await judge(source, { ...incoming, body: read.bytes, receivedAtMs })
    if ('status' in judged) return refuse(judged, read.bytes.length)
    return await record(inbox, judged, incoming.remoteAddress)
  } catch (error) {
    return outage(inbox, error)
  } finally {
    share.release()
  }
}

interface Refused {
  readonly status: number
  readonly reason: string
}

interface Authentic {
  readonly source: Source
  readonly request: WebhookRequest
  readonly secretId: number
}

/** Whether the request is its source's own. An address without a source is refused in the shape of a bad signature. */
async function judge(source: Source | undefined, request: WebhookRequest): Promise<Authentic | Refused> {
  if (source === undefined) {
    // The same work as a signature check, so that the time tells strangers nothing either.
    createHmac('sha256', 'no source').update(request.body).digest()
    return { status: 404, reason: 'unknown_source' }
  }
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding !== 'identity' && !source.provider.contentEncodings.includes(encoding)) {
    return { status: 415, reason: 'content_encoding_not_supported' }
  }
  const verification = await source.provider.verify(request, source.secrets, source.config)
  if (!verification.ok) return { status: 401, reason: verification.reason }
  return { source, request, secretId: verification.secretId }
}

/** Strangers learn nothing from the reason, and a body that was not read whole ends the connection. */
function refusal({ status, reason }: Refused, bodyWasRead: boolean): Answer {
  const told = status === 401 || status === 404 ? 'not_accepted' : reason
  return answer(status, { disposition: 'refused', reason: told }, bodyWasRead ? {} : { connection: 'close' })
}

async function record(
  inbox: Inbox,
  { source, request, secretId }: Authentic,
  remoteAddress: string | null,
): Promise<Answer> {
  const arrival = arrivalOf(request, source, source.provider.read(request, source.config), { secretId, remoteAddress })
  const accepted = await within(answerWithinMs, inbox.acceptances.submit(arrival))
  if (accepted === 'too_late') return tryAgain('unavailable', 2)
  const known = accepted.disposition === 'accepted' || accepted.disposition === 'duplicate'
  if (known) inbox.announce()
  const forReview = accepted.disposition === 'rejected' ? source.rejectedStatus : source.conflictStatus
  return answer(known ? 200 : forReview, {
    disposition: accepted.disposition,
    event: accepted.eventId === null ? null : String(accepted.eventId),
    delivery: String(accepted.deliveryId),
  })
}

/**
 * The provider's wait ends even where the database's does not. What was submitted may still commit: it was never
 * acknowledged, and the next delivery finds it as a duplicate.
 */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T | 'too_late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'too_late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'too_late')
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function outage(inbox: Inbox, error: unknown): Answer {
  if (error instanceof QueueFull) return tryAgain('overloaded', 2)
  if (!(error instanceof CommitUnknown) && !isOutage(error))
    inbox.log.error({ err: error }, 'a delivery could not be recorded')
  else inbox.log.warn({ err: error }, 'the database is away; the provider is asked to deliver again')
  return tryAgain('unavailable', 5)
}

/** Null where absent or not a plain number; then the stream alone is counted. */
function contentLengthOf(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['content-length']
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
