import { type Refusal, refuse } from '#lib/providers/refuse.ts'

interface Tolerance {
  readonly pastToleranceSeconds: number
  readonly futureToleranceSeconds: number
}

/** Only the plain form: no sign, no exponent, no milliseconds, no leading zero that would be signed as another text. */
const unixSeconds = /^[1-9]\d{9}$/

export function parseUnixSeconds(text: string): number | null {
  return unixSeconds.test(text) ? Number(text) : null
}

/** null: fresh. Past and future have their own limits, because a future-dated capture stays replayable for both. */
export function checkFreshness(signedAtSeconds: number, receivedAtMs: number, tolerance: Tolerance): Refusal | null {
  const age = Math.floor(receivedAtMs / 1000) - signedAtSeconds
  if (age > tolerance.pastToleranceSeconds) {
    return refuse(
      'timestamp_stale',
      `The request was signed ${age} s before it arrived; the limit is ${tolerance.pastToleranceSeconds} s. It is an old request sent again, or this machine's clock is ahead.`,
    )
  }
  if (-age > tolerance.futureToleranceSeconds) {
    return refuse(
      'timestamp_future',
      `The request is dated ${-age} s in the future; the limit is ${tolerance.futureToleranceSeconds} s. The sender's clock is ahead, or this machine's is behind.`,
    )
  }
  return null
}
