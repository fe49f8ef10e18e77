import { isOutage } from '#lib/db/outage.ts'
import { webLog } from '#lib/web/log.ts'

/**
 * What a page got. `slow`: the database stopped the query at its time limit; `down`: it cannot be reached. Anything
 * else is a bug and is thrown.
 */
export type Read<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly problem: 'slow' | 'down' }

export async function read<T>(query: Promise<T>): Promise<Read<T>> {
  try {
    return { ok: true, data: await query }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    webLog().warn({ err: error, problem }, 'a page could not be read')
    return { ok: false, problem }
  }
}

/** SQLSTATE 57014 is the statement time limit; the driver's own limit says "Query read timeout". */
function problemOf(error: unknown): 'slow' | 'down' | null {
  for (const cause of causesOf(error)) {
    const { code, originalCode, message } = cause as { code?: unknown; originalCode?: unknown; message?: unknown }
    if (code === '57014' || originalCode === '57014') return 'slow'
    if (typeof message === 'string' && /query read timeout|statement timeout/i.test(message)) return 'slow'
    // P1001, P1002, P1008, P1017: Prisma's words for a database that is not there; P2024: no free connection.
    if (typeof code === 'string' && /^(P1001|P1002|P1008|P1017|P2024)$/.test(code)) return 'down'
    if (cause instanceof Error && !('clientVersion' in cause) && isOutage(cause)) return 'down'
  }
  return null
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  let current: unknown = error
  while (current !== null && typeof current === 'object' && causes.length < 6) {
    causes.push(current)
    const { cause, meta } = current as { cause?: unknown; meta?: { driverAdapterError?: unknown } }
    current = cause ?? meta?.driverAdapterError
  }
  return causes
}
