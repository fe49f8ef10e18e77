import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { Resolution } from '#lib/ledger/resolve-conflict.ts'

export interface ConflictView {
  readonly id: string
  readonly deliveryId: string
  readonly openedAt: string
  /** Hex sha-256 of the other content, canonicalised. */
  readonly digest: string
  readonly bytes: number
  readonly resolution: Resolution | null
  readonly resolvedAt: string | null
  readonly resolvedBy: string | null
  readonly reason: string | null
  readonly correctionEventId: string | null
}

export const conflictFields = {
  id: true,
  deliveryId: true,
  openedAt: true,
  canonicalDigest: true,
  resolution: true,
  resolvedAt: true,
  resolvedBy: true,
  reason: true,
  correctionEventId: true,
  delivery: { select: { bodyBytes: true } },
} satisfies Prisma.PayloadConflictSelect

export function toConflict(row: Prisma.PayloadConflictGetPayload<{ select: typeof conflictFields }>): ConflictView {
  return {
    id: String(row.id),
    deliveryId: String(row.deliveryId),
    openedAt: row.openedAt.toISOString(),
    digest: Buffer.from(row.canonicalDigest).toString('hex'),
    bytes: row.delivery.bodyBytes,
    resolution: row.resolution as Resolution | null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedBy,
    reason: row.reason,
    correctionEventId: row.correctionEventId?.toString() ?? null,
  }
}
