import type { Pool } from '#lib/db/connect.ts'

/** `ledger_due`: there is new work. `ledger_changed`: the configuration changed. */
export type Channel = 'ledger_due' | 'ledger_changed'

/**
 * Tells the other processes after a commit. Only a hint that saves them a poll: where it cannot be sent they find out
 * by themselves, and the committed act must not look failed.
 */
export async function notify(pool: Pool, channel: Channel): Promise<void> {
  try {
    await pool.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [channel, ''] })
  } catch {
    // The act is durable; polling finds it within a second or two.
  }
}
