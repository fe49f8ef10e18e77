import { prisma } from '#lib/db/prisma.ts'
import { loadEnv } from '#lib/env.ts'

const SOURCES_MAX = 500

export interface SourceRow {
  readonly id: number
  readonly slug: string
  /** Where the provider sends to. */
  readonly address: string
  readonly name: string
  readonly provider: string
  readonly account: string
  readonly demo: boolean
  readonly recordOnly: boolean
  readonly disabledAt: string | null
  readonly activeSecrets: number
  /** `type → action`, one per binding. */
  readonly bindings: readonly string[]
  readonly lastDeliveryAt: string | null
}

export async function listSources(): Promise<SourceRow[]> {
  const now = new Date()
  const { ledgerUrl } = loadEnv()
  const rows = await prisma().source.findMany({
    orderBy: { slug: 'asc' },
    take: SOURCES_MAX,
    select: {
      id: true,
      slug: true,
      name: true,
      provider: true,
      account: true,
      demo: true,
      recordOnly: true,
      disabledAt: true,
      secrets: { where: { OR: [{ validUntil: null }, { validUntil: { gt: now } }] }, select: { id: true } },
      bindings: { orderBy: { id: 'asc' }, select: { type: true, action: true } },
    },
  })
  const last = await lastDeliveries()
  return rows.map(({ secrets, bindings, disabledAt, ...row }) => ({
    ...row,
    address: `${ledgerUrl}/api/webhooks/${row.slug}`,
    disabledAt: disabledAt?.toISOString() ?? null,
    activeSecrets: secrets.length,
    bindings: bindings.map(({ type, action }) => `${type} → ${action}`),
    lastDeliveryAt: last.get(row.id)?.toISOString() ?? null,
  }))
}

/** One step into the index per source, however many deliveries it has. */
async function lastDeliveries(): Promise<Map<number, Date>> {
  const rows = await prisma().$queryRaw<{ id: number; at: Date }[]>`
    SELECT s.id, d.received_at AS at FROM source s CROSS JOIN LATERAL (
      SELECT received_at FROM delivery WHERE source_id = s.id ORDER BY id DESC LIMIT 1
    ) AS d`
  return new Map(rows.map((row) => [row.id, row.at]))
}
