import { prisma } from '#lib/db/prisma.ts'
import type { Disposition } from '#lib/ledger/machine.ts'
import { type DeliveryRow, deliveryFields, toDelivery } from './delivery-row.ts'
import { type Keyset, keysetArgs, type Page, toPage } from './keyset.ts'

export interface DeliveryFilter extends Keyset {
  readonly disposition: Disposition | null
  readonly source: string | null
}

export interface ListedDelivery extends DeliveryRow {
  readonly source: { readonly name: string; readonly demo: boolean } | null
  readonly providerEventId: string | null
}

const fields = {
  ...deliveryFields,
  source: { select: { name: true, demo: true } },
  event: { select: { providerEventId: true } },
} as const

/** Every request that reached us, newest first. Of refused ones only samples are rows. */
export async function listDeliveries(filter: DeliveryFilter): Promise<Page<ListedDelivery>> {
  const { where, ...paging } = keysetArgs(filter)
  const rows = await prisma().delivery.findMany({
    where: {
      ...where,
      ...(filter.disposition === null ? {} : { disposition: filter.disposition }),
      ...(filter.source === null ? {} : { source: { slug: filter.source } }),
    },
    ...paging,
    select: fields,
  })
  return toPage(
    rows,
    filter,
    ({ id }) => id,
    (row) => ({
      ...toDelivery(row),
      source: row.source,
      providerEventId: row.event?.providerEventId ?? null,
    }),
  )
}
