import { prisma } from '#lib/db/prisma.ts'
import { type Keyset, keysetArgs, type Page, toPage } from './keyset.ts'

export interface AuditRow {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly role: string
  readonly via: string
  readonly command: string
  readonly objectType: string
  readonly objectId: string
  /** The person's role did not allow it, so nothing was done. */
  readonly refused: boolean
  readonly reason: string | null
  /** Before and after as JSON text, where there is anything. */
  readonly change: string | null
}

/** What people did and were refused, newest first. */
export async function listAudit(keyset: Keyset): Promise<Page<AuditRow>> {
  const rows = await prisma().auditEntry.findMany(keysetArgs(keyset))
  return toPage(
    rows,
    keyset,
    ({ id }) => id,
    (row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actor: row.actor,
      role: row.role,
      via: row.via,
      command: row.command,
      objectType: row.objectType,
      objectId: row.objectId,
      refused: row.after !== null && typeof row.after === 'object' && 'refused' in row.after,
      reason: row.reason,
      change: changeOf(row.before, row.after),
    }),
  )
}

function changeOf(before: unknown, after: unknown): string | null {
  if (before === null && after === null) return null
  if (before === null) return JSON.stringify(after)
  return `${JSON.stringify(before)} → ${JSON.stringify(after)}`
}
