import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { Disposition } from '#lib/ledger/machine.ts'

export interface DeliveryRow {
  readonly id: string
  readonly eventId: string | null
  readonly disposition: Disposition
  readonly reason: string | null
  readonly receivedAt: string
  readonly httpStatus: number
  readonly bodyBytes: number
  /** Hex sha-256 of the bytes; null where none were kept. */
  readonly bodyDigest: string | null
  readonly reference: string | null
  readonly attempt: number | null
  readonly remoteAddress: string | null
}

export const deliveryFields = {
  id: true,
  eventId: true,
  disposition: true,
  reason: true,
  receivedAt: true,
  httpStatus: true,
  bodyBytes: true,
  bodyDigest: true,
  deliveryReference: true,
  attemptNumber: true,
  remoteAddress: true,
} satisfies Prisma.DeliverySelect

export function toDelivery(row: Prisma.DeliveryGetPayload<{ select: typeof deliveryFields }>): DeliveryRow {
  return {
    id: String(row.id),
    eventId: row.eventId?.toString() ?? null,
    disposition: row.disposition as Disposition,
    reason: row.reason,
    receivedAt: row.receivedAt.toISOString(),
    httpStatus: row.httpStatus,
    bodyBytes: row.bodyBytes,
    bodyDigest: row.bodyDigest === null ? null : Buffer.from(row.bodyDigest).toString('hex'),
    reference: row.deliveryReference,
    attempt: row.attemptNumber,
    remoteAddress: row.remoteAddress,
  }
}
