import { prisma } from '#lib/db/prisma.ts'

/** A worker that has not said anything for this long is not counted as live. */
const LIVE_SECONDS = 15

/** How many workers are live now, by the database's clock. */
export async function countLiveWorkers(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ live: number }[]>`
    SELECT count(*)::int AS live FROM worker
    WHERE stopped_at IS NULL AND seen_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS}::int)`
  return row?.live ?? 0
}
