import { createHmac } from 'node:crypto'
import { Pool } from 'undici'

/** Bodies in flight at once. */
const connections = 64
const secret = 'whsec_bench'

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failed: number
}

function stripeBody(id: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      id,
      object: 'event',
      account: 'acct_bench',
      api_version: '2026-08-27.basil',
      created: 1_790_000_000,
      livemode: false,
      pending_webhooks: 1,
      type: 'invoice.paid',
      data: {
        object: {
          id: `in_${id}`,
          object: 'invoice',
          amount_paid: 4200,
          currency: 'eur',
          customer: 'cus_bench',
          lines: Array.from({ length: 6 }, (_, line) => ({
            id: `il_${line}`,
            amount: 700,
            description: 'One part of what was bought',
          })),
        },
      },
    }),
  )
}

/** Distinct, signed Stripe events of about 800 bytes, made before the clock starts. */
function makeRequests(count: number, prefix: string): { body: Buffer; headers: Record<string, string> }[] {
  const t = Math.floor(Date.now() / 1000)
  return Array.from({ length: count }, (_, index) => {
    const body = stripeBody(`evt_${prefix}_${index}`)
    const v1 = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` } }
  })
}

/** Sends every request once over a fixed number of connections and measures each. */
async function load(origin: string, path: string, requests: ReturnType<typeof makeRequests>): Promise<LoadResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const times: number[] = []
  let next = 0
  let failed = 0
  const sender = async () => {
    for (let index = next++; index < requests.length; index = next++) {
      const { body, headers } = requests[index] as (typeof requests)[number]
      const started = performance.now()
      const response = await pool.request({ path, method: 'POST', headers, body })
      await response.body.dump()
      times.push(performance.now() - started)
      if (response.statusCode >= 300) failed++
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, sender))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { requestsPerSecond: requests.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failed }
}

// As a child process: one job per message, so that the load does not share the event loop with anything measured.
process.on('message', (job: { origin: string; path: string; count: number; prefix: string }) => {
  const requests = makeRequests(job.count, job.prefix)
  load(job.origin, job.path, requests).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
