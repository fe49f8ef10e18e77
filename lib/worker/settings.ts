import type { Env } from '#lib/env.ts'

/** How one worker works. Times are milliseconds where not named otherwise. */
export interface WorkerSettings {
  /** Requests under way at once. */
  readonly concurrency: number
  readonly claimBatch: number
  readonly leaseSeconds: number
  readonly pollMs: number
  readonly attemptsMax: number
  readonly backOff: { readonly baseMs: number; readonly capMs: number }
  /** From an effect becoming uncertain to the first look at it. */
  readonly firstLookMs: number
  /** How often due looks are searched for. */
  readonly reconcileMs: number
  /** How long a stopping worker waits for what is under way. */
  readonly stopMs: number
}

export function workerSettings(env: Env): WorkerSettings {
  return {
    concurrency: env.workerConcurrency,
    claimBatch: env.workerClaimBatch,
    leaseSeconds: env.leaseSeconds,
    pollMs: env.pollMs,
    attemptsMax: env.eventAttemptsMax,
    backOff: { baseMs: env.backoffBaseMs, capMs: env.backoffCapMs },
    firstLookMs: 5_000,
    reconcileMs: 1_000,
    stopMs: 10_000,
  }
}
