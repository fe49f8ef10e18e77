import type { Statement } from '#lib/db/connect.ts'

/**
 * $1: limit · $2: low-water mark, or '-infinity'. Locks what is due, in due order, skipping what another worker is
 * taking. Index entries of claimed events stay in front until vacuum; without the mark every claim would walk past all
 * of them.
 */
export const findDue: Statement = {
  name: 'find_due',
  text: `
SELECT event_id, next_attempt_at::text AS due_at FROM processing
WHERE state = 'validated' AND hold IS NULL AND next_attempt_at <= clock_timestamp() AND next_attempt_at >= $2::timestamptz
ORDER BY next_attempt_at, event_id
LIMIT $1
FOR UPDATE SKIP LOCKED`,
}
