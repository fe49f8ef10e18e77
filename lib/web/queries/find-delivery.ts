import { prisma } from '#lib/db/prisma.ts'
import { type DeliveryRow, deliveryFields, toDelivery } from './delivery-row.ts'

export interface DeliveryView extends DeliveryRow {
  readonly source: { readonly name: string; readonly slug: string } | null
  readonly providerEventId: string | null
  /** Whether it kept content of its own (rejected or conflicting). */
  readonly hasPayload: boolean
}

export async function findDelivery(id: bigint): Promise<DeliveryView | null> {
  const row = await prisma().delivery.findUnique({
    where: { id },
    select: {
      ...deliveryFields,
      source: { select: { name: true, slug: true } },
      event: { select: { providerEventId: true } },
      payload: { select: { id: true } },
    },
  })
  if (row === null) return null
  return {
    ...toDelivery(row),
    source: row.source,
    providerEventId: row.event?.providerEventId ?? null,
    hasPayload: row.payload !== null,
  }
}
