import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPool, type Pool } from '#lib/db/connect.ts'
import { freePort } from '#lib/db/embedded/free-port.ts'
import { startEmbedded } from '#lib/db/embedded.ts'
import { migrate } from '#lib/db/migrate.ts'
import { childEnv } from '#lib/env.ts'
import { seal } from '#lib/secrets.ts'
import { build, isBuilt } from '#lib/start/build.ts'
import { NEXT, ROOT } from '#lib/start/project.ts'
import type { LoadResult } from './load.ts'
import { measureFsync } from './measure-fsync.ts'

/**
 * `npm run bench`: what a request and an effect cost here, as ratios within one run. Everything is real: the built
 * product, PostgreSQL with fsync on, HTTP over loopback. It takes about three minutes and stops by itself.
 */

const rounds = 3
const requestsPerRound = 6_000
const workerEvents = 20_000
/** More requests under way than the default: a destination that answers at once takes them. */
const workerSettings = { WORKER_CONCURRENCY: '256', WORKER_CLAIM_BATCH: '200' }

const folder = mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'))
chmodSync(folder, 0o755)
const key = randomBytes(32)
const children: ChildProcess[] = []

const note = (text: string) => console.log(text)
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const whole = (value: number) => Math.round(value).toLocaleString('en')

function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

async function configure(pool: Pool, destinationPort: number) {
  const source = await pool.query<{ id: number }>(
    `INSERT INTO source (slug, name, provider, account) VALUES ('bench', 'Bench', 'stripe', 'acct_bench') RETURNING id`,
  )
  const sourceId = source.rows[0]?.id
  await pool.query(`INSERT INTO source_secret (source_id, ciphertext, hint) VALUES ($1, $2, 'ench')`, [
    sourceId,
    seal(key, 'whsec_bench'),
  ])
  await pool.query(
    `WITH d AS (INSERT INTO destination (slug, name, base_url, repeat) VALUES ('instant', 'Instant', $2, 'idempotency-key') RETURNING id)
     INSERT INTO action_binding (source_id, type, action, destination_id) SELECT $1, '*', 'forward-event', id FROM d`,
    [sourceId, `http://127.0.0.1:${destinationPort}`],
  )
}

async function startWeb(args: string[], env: NodeJS.ProcessEnv): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    args.map((arg) => (arg === 'PORT' ? String(port) : arg)),
    {
      cwd: ROOT,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  children.push(child)
  const origin = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 150; tries++) {
    if (
      await fetch(origin, { method: 'HEAD' }).then(
        () => true,
        () => false,
      )
    )
      return { origin, child }
    await wait(200)
  }
  throw new Error(`${args.join(' ')} did not start`)
}

async function buildBaseline() {
  const building = spawn(process.execPath, [NEXT, 'build', 'bench/baseline'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnv({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }),
  })
  const [code] = await once(building, 'exit')
  if (code !== 0) throw new Error('the baseline could not be built')
}

function runLoad(
  generator: ChildProcess,
  job: { origin: string; path: string; count: number; prefix: string },
): Promise<LoadResult> {
  const answer = once(generator, 'message').then(([result]) => result as LoadResult)
  generator.send(job)
  return answer
}

async function benchIngest(pool: Pool, env: NodeJS.ProcessEnv) {
  const product = await startWeb(['lib/start/web.ts'], env)
  const baseline = await startWeb([NEXT, 'start', 'bench/baseline', '-p', 'PORT', '-H', '127.0.0.1'], env)
  const generator = fork(path.join(import.meta.dirname, 'load.ts'))
  children.push(generator)
  const targets = [
    { name: 'empty Next route', origin: baseline.origin, path: '/empty' },
    { name: 'webhook route', origin: product.origin, path: '/api/webhooks/bench' },
    { name: 'one Prisma create', origin: baseline.origin, path: '/prisma' },
  ]
  const results = new Map<string, LoadResult[]>(targets.map(({ name }) => [name, []]))
  for (const target of targets)
    await runLoad(generator, { ...target, count: 1_000, prefix: `warm${target.path.length}` })
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) {
      const result = await runLoad(generator, { ...target, count: requestsPerRound, prefix: `r${round}` })
      if (result.failed > 0) throw new Error(`${target.name}: ${result.failed} requests were not answered 2xx`)
      results.get(target.name)?.push(result)
    }
  }
  const rate = (name: string) => median(results.get(name)?.map((result) => result.requestsPerSecond) ?? [])
  for (const [name, list] of results) {
    note(
      `  ${name.padEnd(20)} ${whole(rate(name)).padStart(7)}/s   p50 ${median(list.map((r) => r.p50Ms)).toFixed(1)} ms, p99 ${median(list.map((r) => r.p99Ms)).toFixed(1)} ms   (rounds: ${list.map((r) => whole(r.requestsPerSecond)).join(', ')})`,
    )
  }
  note(
    `  webhook route : empty route   = ${(rate('webhook route') / rate('empty Next route')).toFixed(2)}   (aim ≥ 0.8)`,
  )
  note(
    `  webhook route : Prisma create = ${(rate('webhook route') / rate('one Prisma create')).toFixed(2)}   (aim ≥ 1.3)`,
  )
  await runLoad(generator, {
    origin: product.origin,
    path: '/api/webhooks/bench',
    count: Math.max(0, workerEvents - rounds * requestsPerRound - 1_000),
    prefix: 'rest',
  })
  const { rows } = await pool.query<{ n: bigint }>('SELECT count(*) AS n FROM event')
  note(
    `  resident memory of web after ${whole(Number(rows[0]?.n))} events: ${residentMb(product.child.pid).toFixed(0)} MB   (aim ≤ 450)`,
  )
  for (const child of [product.child, baseline.child]) child.kill('SIGKILL')
}

async function benchWorker(pool: Pool, env: NodeJS.ProcessEnv) {
  const { rows } = await pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM processing WHERE state = 'validated'`)
  const total = Number(rows[0]?.n)
  const worker = spawn(process.execPath, ['--max-semi-space-size=16', 'lib/worker/main.ts'], {
    cwd: ROOT,
    env: { ...env, ...workerSettings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(worker)
  const deadline = Date.now() + 120_000
  let done = 0
  while (done < total && Date.now() < deadline) {
    await wait(100)
    const left = await pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM processing WHERE state <> 'completed'`)
    done = total - Number(left.rows[0]?.n)
  }
  const span = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM (SELECT max(state_since) FROM processing) - (SELECT min(submitted_at) FROM side_effect))::float8 AS seconds`,
  )
  const seconds = span.rows[0]?.seconds ?? Number.NaN
  note(
    `  ${whole(done)} of ${whole(total)} events completed in ${seconds.toFixed(1)} s: ${whole(done / seconds)} events/s   (aim ≥ 2,500)`,
  )
  note(`  resident memory of the worker: ${residentMb(worker.pid).toFixed(0)} MB   (aim ≤ 250)`)
  worker.kill('SIGTERM')
  await once(worker, 'exit')
}

async function main() {
  note('building …')
  if (!isBuilt()) await build(new AbortController().signal)
  await buildBaseline()
  const database = await startEmbedded({ dataDir: folder })
  const pool = createPool({ connectionString: database.url, name: 'bench', max: 2, statementTimeoutMs: 60_000 })
  try {
    await migrate(database.url)
    const destination = fork(path.join(import.meta.dirname, 'instant-destination.ts'))
    children.push(destination)
    const [{ port }] = (await once(destination, 'message')) as [{ port: number }]
    await configure(pool, port)
    const env = childEnv({
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: database.url,
      LEDGER_KEY: key.toString('base64'),
      LEDGER_DATA_DIR: folder,
      NEXTAUTH_URL: 'http://127.0.0.1',
      NEXTAUTH_SECRET: key.toString('hex'),
      LOG_LEVEL: 'error',
    })
    const fsync = measureFsync(folder)
    note(
      `\n${os.cpus().length} cores (${os.cpus()[0]?.model}), Node ${process.version}; fsync: ${whole(fsync.perSecond)}/s (${fsync.by})`,
    )
    note(`\nIngest: ${rounds} rounds of ${whole(requestsPerRound)} requests each, 64 connections, medians`)
    await benchIngest(pool, env)
    note(
      `\nWorker: one HTTP action per event against an instant local destination, ${workerSettings.WORKER_CONCURRENCY} requests at once`,
    )
    await benchWorker(pool, env)
    destination.send('count')
    const [{ created }] = (await once(destination, 'message')) as [{ created: number }]
    const effects = await pool.query<{ n: bigint }>(`SELECT count(*) AS n FROM operation WHERE state = 'confirmed'`)
    note(
      `  the destination acted ${whole(created)} times for ${whole(Number(effects.rows[0]?.n))} confirmed operations`,
    )
  } finally {
    await pool.end()
    for (const child of children) child.kill('SIGKILL')
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
