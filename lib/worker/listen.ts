import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '#lib/log.ts'

export type Hint = 'ledger_due' | 'ledger_changed'

interface Listening {
  readonly connectionString: string
  readonly log: Logger
  readonly stop: AbortSignal
  onHint(hint: Hint): void
}

const retryMs = 2_000

/**
 * Hears the database's notifications on a connection of its own and makes a new one when it is lost. They only save
 * waiting: whoever misses one finds the work by polling. After each new connection both hints are given once.
 */
export async function listen({ connectionString, log, stop, onHint }: Listening): Promise<void> {
  while (!stop.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: 'ledger-worker-listen',
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    })
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      stop.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', ({ channel }) => onHint(channel as Hint))
    try {
      await client.connect()
      await client.query('LISTEN ledger_due; LISTEN ledger_changed')
      onHint('ledger_changed')
      onHint('ledger_due')
      await lost
    } catch (error) {
      log.debug({ err: error }, 'notifications cannot be heard; polling goes on')
    }
    await client.end().catch(() => undefined)
    await wait(retryMs, undefined, { signal: stop }).catch(() => undefined)
  }
}
