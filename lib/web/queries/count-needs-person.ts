import { prisma } from '#lib/db/prisma.ts'

/** Where a count stops; the screen then says "10,000+". */
export const COUNT_CAP = 10_000

/** What waits for a person. Each count stops at the cap and reads one small partial index. */
export interface NeedsPerson {
  readonly uncertain: number
  readonly conflicts: number
  readonly failed: number
  readonly held: number
}

export async function countNeedsPerson(): Promise<NeedsPerson> {
  const [row] = await prisma().$queryRaw<NeedsPerson[]>`
    SELECT
      (SELECT count(*)::int FROM (SELECT 1 FROM processing WHERE state = 'effect_uncertain' LIMIT ${COUNT_CAP}) AS u) AS uncertain,
      (SELECT count(*)::int FROM (SELECT 1 FROM payload_conflict WHERE resolution IS NULL LIMIT ${COUNT_CAP}) AS c) AS conflicts,
      (SELECT count(*)::int FROM (SELECT 1 FROM processing WHERE state = 'failed' LIMIT ${COUNT_CAP}) AS f) AS failed,
      (SELECT count(*)::int FROM (SELECT 1 FROM processing WHERE hold IS NOT NULL LIMIT ${COUNT_CAP}) AS h) AS held`
  return row ?? { uncertain: 0, conflicts: 0, failed: 0, held: 0 }
}
