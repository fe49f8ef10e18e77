import { prisma } from '#lib/db/prisma.ts'

export interface SourceName {
  readonly slug: string
  readonly name: string
}

/** For choosing one; a select of more than this is of no use. */
const NAMES_MAX = 500

export async function listSourceNames(): Promise<SourceName[]> {
  return prisma().source.findMany({ select: { slug: true, name: true }, orderBy: { name: 'asc' }, take: NAMES_MAX })
}
