import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Problem } from '../problem.ts'

/** Prisma's own number for "migrating": its command and ours exclude each other. */
const PRISMA_LOCK = 72_707_369
const WAIT_MS = 120_000

/** Waits for the session lock that whoever migrates this database holds; it ends with the connection. */
export async function holdMigrationLock(client: pg.Client, onStep: (text: string) => void): Promise<void> {
  const end = Date.now() + WAIT_MS
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [PRISMA_LOCK])
    if (rows[0]?.held) return
    if (tries === 0) onStep('another process is migrating this database; waiting for it')
    if (Date.now() > end) {
      throw new Problem(
        'Another process has been migrating this database for two minutes. Wait for it, or end its session, and start again.',
      )
    }
    await sleep(200)
  }
}
