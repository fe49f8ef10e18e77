import { createHash } from 'node:crypto'
import type { Pool } from '#lib/db/connect.ts'
import { run, type Statement, type Tx } from '#lib/db/connect.ts'

/** Failures forgiven before waiting begins. One address may stand for a whole office, so it is forgiven more. */
const FREE = { email: 5, address: 20 } as const
const WAIT_FIRST_SECONDS = 5
const WAIT_MAX_SECONDS = 900

export interface Attempt {
  readonly email: string
  readonly remoteAddress: string
}

/**
 * Counts the attempt as a failure before the password is looked at, under the row's lock: a thousand attempts at once
 * are a thousand in a row. Returns nothing for a key that still waits. A day without failures forgives all.
 */
const count: Statement = {
  name: 'count_sign_in_attempt',
  text: `
INSERT INTO sign_in_throttle AS t (key, failures, last_failure_at)
VALUES ($1, 1, clock_timestamp())
ON CONFLICT (key) DO UPDATE SET
  failures = CASE WHEN t.last_failure_at < clock_timestamp() - interval '1 day' THEN 1 ELSE t.failures + 1 END,
  last_failure_at = clock_timestamp(),
  blocked_until = CASE
    WHEN t.last_failure_at < clock_timestamp() - interval '1 day' OR t.failures + 1 < $2 THEN NULL
    ELSE clock_timestamp() + make_interval(secs => least($4, $3 * 2 ^ least(t.failures + 1 - $2, 20)))
  END
WHERE t.blocked_until IS NULL OR t.blocked_until <= clock_timestamp()
RETURNING failures`,
}

const waitsUntil: Statement = {
  name: 'sign_in_waits_until',
  text: `SELECT max(blocked_until) AS until FROM sign_in_throttle WHERE key = ANY ($1::text[]) AND blocked_until > clock_timestamp()`,
}

const forgive: Statement = {
  name: 'forgive_sign_in',
  text: `
WITH gone AS (DELETE FROM sign_in_throttle WHERE key = $1)
UPDATE sign_in_throttle SET failures = greatest(failures - 1, 0), blocked_until = NULL WHERE key = $2`,
}

const digest = (kind: 'email' | 'address', value: string) =>
  createHash('sha256').update(`${kind}:${value}`).digest('base64url')

const keysOf = (attempt: Attempt) => ({
  email: digest('email', attempt.email),
  address: digest('address', attempt.remoteAddress),
})

/** Counts this attempt. Returns when to try again, or null where it may go on. */
export async function countAttempt(pool: Pool, attempt: Attempt): Promise<Date | null> {
  const keys = keysOf(attempt)
  // The e-mail address first: whoever waits for their own uses up nobody else's attempts.
  for (const kind of ['email', 'address'] as const) {
    const counted = await run(pool, count, [keys[kind], FREE[kind], WAIT_FIRST_SECONDS, WAIT_MAX_SECONDS])
    if (counted.length > 0) continue
    const [wait] = await run<{ until: Date | null }>(pool, waitsUntil, [[keys.email, keys.address]])
    return wait?.until ?? new Date(Date.now() + WAIT_FIRST_SECONDS * 1000)
  }
  return null
}

/** The password was right: the address gets its attempt back, the e-mail address starts anew. */
export async function forgiveAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt)
  await run(tx, forgive, [keys.email, keys.address])
}
