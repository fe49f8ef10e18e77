import { prisma } from '#lib/db/prisma.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { type ConflictView, conflictFields, toConflict } from './conflict-view.ts'

export const CONFLICTS_SHOWN = 200
const RESOLVED_SHOWN = 20

export interface ConflictRow extends ConflictView {
  readonly event: {
    readonly id: string
    readonly providerEventId: string
    readonly type: string
    readonly source: string
    readonly demo: boolean
  }
}

const fields = {
  ...conflictFields,
  event: { select: { id: true, providerEventId: true, type: true, source: { select: { name: true, demo: true } } } },
} satisfies Prisma.PayloadConflictSelect

/** Open conflicts, oldest first, and the latest resolved ones. */
export async function listConflicts(): Promise<{ open: ConflictRow[]; resolved: ConflictRow[] }> {
  const client = prisma()
  const [open, resolved] = await Promise.all([
    client.payloadConflict.findMany({
      where: { resolution: null },
      orderBy: { id: 'asc' },
      take: CONFLICTS_SHOWN,
      select: fields,
    }),
    client.payloadConflict.findMany({
      where: { resolution: { not: null } },
      orderBy: { id: 'desc' },
      take: RESOLVED_SHOWN,
      select: fields,
    }),
  ])
  return { open: open.map(toRow), resolved: resolved.map(toRow) }
}

export async function findConflict(id: bigint): Promise<ConflictRow | null> {
  const row = await prisma().payloadConflict.findUnique({ where: { id }, select: fields })
  return row === null ? null : toRow(row)
}

function toRow(row: Prisma.PayloadConflictGetPayload<{ select: typeof fields }>): ConflictRow {
  const { event } = row
  return {
    ...toConflict(row),
    event: {
      id: String(event.id),
      providerEventId: event.providerEventId,
      type: event.type,
      source: event.source.name,
      demo: event.source.demo,
    },
  }
}
