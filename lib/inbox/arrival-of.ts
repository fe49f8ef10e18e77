import { createHash } from 'node:crypto'
import type { Arrival } from '#lib/ledger/accept-events.ts'
import type { Reading, WebhookRequest } from '#lib/providers/provider.ts'
import type { Source } from './sources.ts'

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest()

/** The headers worth keeping: those the adapter lists, nothing else. Values are capped at 1,000 characters. */
function keptHeaders(request: WebhookRequest, source: Source): Record<string, string> {
  const names = [...source.provider.headers, ...(source.provider.headersOf?.(source.config) ?? [])]
  const kept: Record<string, string> = {}
  for (const name of names) {
    const value = request.headers[name]
    if (value !== undefined) kept[name] = value.slice(0, 1000)
  }
  return kept
}

/** Turns an authentic request and its adapter's reading into what is written. */
export function arrivalOf(
  request: WebhookRequest,
  source: Source,
  reading: Reading,
  from: { secretId: number; remoteAddress: string | null },
): Arrival {
  const bodyDigest = sha256(request.body)
  const common = {
    sourceId: source.id,
    secretId: from.secretId,
    remoteAddress: from.remoteAddress,
    body: request.body,
    bodyDigest,
    headers: keptHeaders(request, source),
    rejectedStatus: source.rejectedStatus,
    conflictStatus: source.conflictStatus,
  }
  if (!reading.ok) {
    return {
      ...common,
      deliveryReference: reading.deliveryReference ?? null,
      attemptNumber: null,
      rejectReason: `${reading.reason}: ${reading.message}`,
      identity: null,
    }
  }
  const { event } = reading
  const unsupported = source.acceptedTypes.size > 0 && !source.acceptedTypes.has(event.type)
  return {
    ...common,
    deliveryReference: event.deliveryReference ?? null,
    attemptNumber: event.attemptNumber ?? null,
    rejectReason: unsupported ? 'unsupported_type: this source does not accept events of this type' : null,
    identity: {
      provider: source.provider.name,
      account: event.account ?? source.account,
      eventId: event.eventId,
      type: event.type,
      basis: event.basis,
      subject: event.subject ?? null,
      revision: event.revision ?? null,
      occurredAtMs: event.occurredAtMs ?? null,
      canonicalDigest: event.canonical === request.body ? bodyDigest : sha256(event.canonical),
    },
  }
}
