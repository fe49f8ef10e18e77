import { prisma } from '#lib/db/prisma.ts'
import type { Role } from '#lib/web/session.ts'

const PEOPLE_MAX = 1_000

export interface PersonRow {
  readonly id: number
  readonly email: string
  readonly name: string | null
  readonly role: Role
  readonly disabledAt: string | null
  readonly createdAt: string
  readonly lastSignInAt: string | null
}

export async function listPeople(): Promise<PersonRow[]> {
  const rows = await prisma().user.findMany({
    orderBy: { email: 'asc' },
    take: PEOPLE_MAX,
    select: {
      id: true,
      email: true,
      name: true,
      role: true,
      disabledAt: true,
      createdAt: true,
      sessions: { orderBy: { createdAt: 'desc' }, take: 1, select: { createdAt: true } },
    },
  })
  return rows.map(({ sessions, ...row }) => ({
    ...row,
    role: row.role as Role,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: sessions[0]?.createdAt.toISOString() ?? null,
  }))
}
