import { inbox } from './open-inbox.ts'

export interface Health {
  readonly ok: boolean
  readonly database: 'ready' | 'unreachable'
}

/** Asks the inbox's own way to the database, within its own time limits. */
export async function checkHealth(): Promise<Health> {
  try {
    await inbox().sources.check()
    return { ok: true, database: 'ready' }
  } catch (error) {
    inbox().log.warn({ err: error }, 'not healthy')
    return { ok: false, database: 'unreachable' }
  }
}
