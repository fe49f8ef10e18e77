import { formatDuration } from '#components/ui/format-time.ts'
import type { DestinationFacts } from '#lib/web/queries/operation-view.ts'

/** How a destination can be repeated or asked, in words. */
export function destinationWords(destination: DestinationFacts): string {
  if (destination.repeat === 'idempotency-key') {
    return `repeats safely with the same key for ${formatDuration(destination.keyRetentionSeconds * 1_000)}`
  }
  if (destination.repeat === 'lookup') {
    return destination.absenceIsProof
      ? `looked up by reference; absence is proof after ${formatDuration(destination.settleSeconds * 1_000)}`
      : 'looked up by reference; absence proves nothing'
  }
  return destination.policy === 'avoid-omission'
    ? 'cannot be asked; repeated and marked as possibly duplicated'
    : 'cannot be asked; an unknown outcome waits for a person'
}
