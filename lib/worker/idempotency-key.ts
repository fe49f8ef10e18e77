import { createHash } from 'node:crypto'

/** What widely used APIs accept at most (Stripe: 255 characters). */
const lengthMax = 255

/** The key a destination sees: the operation's own, or its digest where that would be too long. Always the same. */
export function idempotencyKey(operationKey: string): string {
  if (operationKey.length <= lengthMax) return operationKey
  return `sha256:${createHash('sha256').update(operationKey).digest('hex')}`
}
