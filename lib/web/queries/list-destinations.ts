import { prisma } from '#lib/db/prisma.ts'
import type { DestinationFacts } from './operation-view.ts'

const DESTINATIONS_MAX = 500

export interface DestinationRow extends DestinationFacts {
  readonly id: number
  readonly baseUrl: string
  readonly demo: boolean
  readonly authenticated: boolean
  /** `source: type → action`, one per binding. */
  readonly bindings: readonly string[]
}

export async function listDestinations(): Promise<DestinationRow[]> {
  const rows = await prisma().destination.findMany({
    orderBy: { slug: 'asc' },
    take: DESTINATIONS_MAX,
    include: {
      bindings: { orderBy: { id: 'asc' }, select: { type: true, action: true, source: { select: { slug: true } } } },
    },
  })
  return rows.map(({ bindings, headersCiphertext, createdAt: _, ...row }) => ({
    ...row,
    authenticated: headersCiphertext !== null,
    bindings: bindings.map(({ source, type, action }) => `${source.slug}: ${type} → ${action}`),
  }))
}
