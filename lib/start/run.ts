import { Problem } from '#lib/db/problem.ts'
import type { Env } from '#lib/env.ts'
import { keepRecord } from './keep-record.ts'
import { playDemo } from './play-demo.ts'
import { prepareDatabase } from './prepare-database.ts'
import { isInProject } from './project.ts'
import { say, secondsSince, step } from './say.ts'
import { demoDestinationService, productEnv, webService, workerService } from './services.ts'
import { startDatabase } from './start-database.ts'
import { type StopSignals, whenAborted } from './stop-signals.ts'
import { type Hooks, type Supervised, supervise } from './supervise.ts'
import { tellReady } from './tell-ready.ts'
import { probeAddress, waitForHealth } from './wait-for-health.ts'

const HEALTHY_WITHIN_MS = 120_000

interface Options {
  readonly env: Env
  readonly dev: boolean
  readonly signals: StopSignals
  /** What runs, in the order it was started; the caller stops it. */
  readonly started: Supervised[]
}

/** Starts database, worker and web in this order and returns, by throwing the reason, when they are to stop. */
export async function run({ env, dev, signals, started }: Options): Promise<never> {
  const begun = Date.now()
  const { stop } = signals
  const record = keepRecord(env)
  const hooks: Hooks = {
    onStarted: record.onStarted,
    onCrash: (text) => say(`! ${text}`),
    onGaveUp: (text) =>
      signals.stopBecause(
        new Problem(
          `${text}\nWhat it said stands above. Everything else was stopped in order; nothing acknowledged is lost.`,
        ),
      ),
  }

  const database = await startDatabase(env, hooks)
  if (database.supervised) started.push(database.supervised)
  record.setDatabase(database.url, database.kind)
  stop.throwIfAborted()

  const { masterKey, firstAdmin, isEmpty } = await prepareDatabase(database.url, env)
  stop.throwIfAborted()

  const context = { env, dev, databaseUrl: database.url, masterKey }
  const withDemo = database.kind === 'embedded' && isInProject('lib/demo/main.ts')
  const services = [...(withDemo ? [demoDestinationService(context)] : []), workerService(context), webService(context)]
  await step('starting the worker and the web server', async () => {
    for (const service of services) started.push(await supervise(service, hooks))
    await waitForHealth({ address: probeAddress(env.host, env.port), limitMs: HEALTHY_WITHIN_MS, stop })
  })
  if (withDemo && firstAdmin && isEmpty) await playDemo(productEnv(context), stop)
  stop.throwIfAborted()
  tellReady({ env, firstAdmin, after: secondsSince(begun), database: database.kind })

  await whenAborted(stop)
  throw stop.reason
}
