import { Child } from './child.ts'

/** So short that a dead worker's claims are taken back while a test waits for it. */
const leaseSeconds = 2

type Point = 'after_claim' | 'after_intent' | 'after_effect' | 'after_outcome'

export interface WorkerOptions {
  /** Where, and how, it comes to harm: see lib/worker/points.ts. */
  readonly point?: `${Point}:${'kill' | 'stop'}`
  readonly concurrency?: number
}

/** A worker process of its own, as `npm start` runs it. */
export function startWorker(databaseUrl: string, { point, concurrency = 16 }: WorkerOptions = {}): Promise<Child> {
  return Child.start(['lib/worker/main.ts'], {
    DATABASE_URL: databaseUrl,
    LEASE_SECONDS: String(leaseSeconds),
    POLL_MS: '50',
    BACKOFF_BASE_MS: '50',
    BACKOFF_CAP_MS: '500',
    WORKER_CONCURRENCY: String(concurrency),
    LEDGER_TEST_POINT: point,
  })
}
