import type { LedgerEntry } from '#lib/generated/prisma/client.ts'
import type { Entity, EventTransition, OperationTransition } from '#lib/ledger/machine.ts'

export interface LedgerEntryView {
  readonly seq: number
  readonly at: string
  readonly entity: Entity
  readonly operationId: string | null
  readonly transition: EventTransition | OperationTransition
  readonly from: string
  readonly to: string
  readonly by: string
  readonly actor: string
  readonly fence: number
  readonly deliveryId: string | null
  readonly attempt: number | null
  readonly reason: string | null
}

export function toEntry(entry: LedgerEntry): LedgerEntryView {
  return {
    seq: entry.seq,
    at: entry.at.toISOString(),
    entity: entry.entity as Entity,
    operationId: entry.operationId?.toString() ?? null,
    transition: entry.transition as LedgerEntryView['transition'],
    from: entry.from,
    to: entry.to,
    by: entry.by,
    actor: entry.actor,
    fence: entry.fence,
    deliveryId: entry.deliveryId?.toString() ?? null,
    attempt: entry.attempt,
    reason: entry.reason,
  }
}
