import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Registry } from '#lib/actions/registry.ts'
import { createPool } from '#lib/db/connect.ts'
import { MicroBatcher } from '#lib/db/micro-batch.ts'
import { isOutage } from '#lib/db/outage.ts'
import { Connections } from '#lib/destinations/connections.ts'
import type { Logger } from '#lib/log.ts'
import { openBatches } from './batches.ts'
import { heldMax, startClaimLoop } from './claim-loop.ts'
import type { WorkerContext } from './context.ts'
import { startHeartbeat } from './heartbeat.ts'
import { HeldEvents } from './held-events.ts'
import { insist } from './insist.ts'
import { startJanitor } from './janitor.ts'
import { Knowledge } from './knowledge.ts'
import { listen } from './listen.ts'
import { planEvents } from './plan-events.ts'
import { publishActions } from './publish-actions.ts'
import { startReaper } from './reaper.ts'
import { startReconciler } from './reconcile/reconciler.ts'
import { reportStopped } from './register-worker.ts'
import type { WorkerSettings } from './settings.ts'
import { Slots } from './slots.ts'
import { stopInOrder } from './stop-in-order.ts'
import { watchConfiguration } from './watch-configuration.ts'

export interface WorkerOptions {
  readonly databaseUrl: string
  readonly settings: WorkerSettings
  readonly registry: Registry
  readonly log: Logger
  /** Asked for only where a destination has stored headers. */
  masterKey(): Buffer
}

export interface Worker {
  readonly name: string
  /** Stops claiming, finishes what is under way, lets go of the rest. Resolves when nothing of it runs any more. */
  stop(): Promise<void>
}

/** Batches, loops and one spare each for what runs beside them. */
const connectionsMax = 16
/** Payloads planned in one statement. */
const planBytesMax = 4 * 1024 * 1024

/** Starts a worker in this process. Waits for the database as long as it takes. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const stop = new AbortController()
  const hurry = new AbortController()
  const giveUp = new AbortController()
  const context = contextOf(options, { stop: stop.signal, hurry: hurry.signal, giveUp: giveUp.signal })
  const { pool, knowledge, log, name } = context
  await insist(() => knowledge.refresh(), giveUp.signal)
  await insist(() => publishActions(pool, options.registry), giveUp.signal)

  const closing = new AbortController()
  const claims = startClaimLoop(context)
  const reconciler = startReconciler(context)
  const changes = watchConfiguration(context, claims.ring)
  const early = [claims, startReaper(context), reconciler, changes]
  const late = [startHeartbeat(context, closing.signal), ...startJanitor(context, closing.signal)]
  const listening = listen({
    connectionString: options.databaseUrl,
    log,
    stop: stop.signal,
    onHint(hint) {
      if (hint === 'ledger_changed') changes.ring()
      claims.ring()
      reconciler.ring()
    },
  })
  log.info({ worker: name, actions: options.registry.newest.length }, 'the worker is ready')

  let stopped: Promise<void> | undefined
  const stopOnce = () => {
    stopped ??= stopInOrder(context, { stop, hurry, giveUp, closing }, { early, late, listening }).then(async () => {
      await reportStopped(pool, name).catch((error: unknown) => log.debug({ err: error }, 'the end was not reported'))
      await context.connections.close()
      await pool.end()
    })
    return stopped
  }
  return { name, stop: stopOnce }
}

function contextOf(
  { databaseUrl, settings, registry, log, masterKey }: WorkerOptions,
  signals: Pick<WorkerContext, 'stop' | 'hurry' | 'giveUp'>,
): WorkerContext {
  const name = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const pool = createPool({
    connectionString: databaseUrl,
    name: 'ledger-worker',
    max: connectionsMax,
    statementTimeoutMs: 10_000,
    connectTimeoutMs: 5_000,
    byKey: true,
  })
  const knowledge = new Knowledge(registry, pool, masterKey)
  const most = heldMax(settings)
  return {
    pool,
    name,
    settings,
    log,
    knowledge,
    connections: new Connections(settings.concurrency),
    batches: openBatches(pool, name, most),
    plans: new MicroBatcher({
      name: 'plan events',
      maxBatch: settings.claimBatch,
      maxInFlight: 1,
      maxQueue: most * 2,
      weigh: (held) => held.event.body.length,
      maxBatchWeight: planBytesMax,
      run: (batch) => planEvents(pool, name, knowledge, batch),
      splitOnError: (error) => !isOutage(error),
    }),
    slots: new Slots(settings.concurrency),
    held: new HeldEvents(),
    ...signals,
  }
}
