import { loadRegistry } from '#lib/actions/registry.ts'
import { Problem } from '#lib/db/problem.ts'
import { ConfigurationError, loadEnv } from '#lib/env.ts'
import { createLogger } from '#lib/log.ts'
import { masterKey } from '#lib/secrets.ts'
import { workerSettings } from './settings.ts'
import { startWorker } from './start-worker.ts'

/** The worker's process: configuration from the environment, an orderly end on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const env = loadEnv()
  if (env.databaseUrl === undefined)
    throw new Problem('DATABASE_URL is not set; start with `npm start`, which sets it, or name a database.')
  const log = createLogger('worker')
  const worker = await startWorker({
    databaseUrl: env.databaseUrl,
    settings: workerSettings(env),
    registry: await loadRegistry(),
    log,
    masterKey,
  })
  const end = () => {
    worker.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the worker could not stop in order')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
}

try {
  await main()
} catch (error) {
  const expected = error instanceof Problem || error instanceof ConfigurationError
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
