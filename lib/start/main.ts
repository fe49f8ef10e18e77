import { mkdirSync } from 'node:fs'
import { Problem } from '#lib/db/problem.ts'
import { ConfigurationError, loadEnv } from '#lib/env.ts'
import { build, isBuilt } from './build.ts'
import { checkNode } from './check-machine.ts'
import { checkPort } from './check-port.ts'
import { endLeftovers } from './leftovers.ts'
import { lockDataFolder } from './lock.ts'
import { run } from './run.ts'
import { removeRuntime } from './runtime.ts'
import { say, step } from './say.ts'
import { listenForStop, Stopped } from './stop-signals.ts'
import type { Supervised } from './supervise.ts'

/** `npm start` and `npm run dev`: everything the product needs, started in order and stopped in reverse. */
async function start(dev: boolean): Promise<void> {
  checkNode()
  const env = loadEnv()
  const signals = listenForStop(() => say('stopping at once'))
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataFolder(env.dataDir)
  const started: Supervised[] = []
  try {
    await endLeftovers(env.dataDir)
    await checkPort(env.host, env.port)
    if (!dev && !isBuilt())
      await step('building the dashboard (first start or changed sources)', () => build(signals.stop))
    await run({ env, dev, signals, started })
  } finally {
    await stopAll(started, signals.hurry)
    removeRuntime(env.dataDir)
    unlock()
  }
}

/** In reverse: first who takes requests, then who works, last the database they both write to. */
async function stopAll(started: readonly Supervised[], hurry: AbortSignal): Promise<void> {
  for (const service of started.toReversed()) {
    try {
      await step(`stopping the ${service.name}`, () => service.stop(hurry))
    } catch (error) {
      say(`! ${(error as Error).message}`)
    }
  }
}

// A terminal that was closed takes no more lines; that must not stop us halfway.
process.stdout.on('error', () => {})

try {
  await start(process.argv.includes('--dev'))
} catch (error) {
  if (error instanceof Stopped) process.exit(0)
  const isExpected = error instanceof Problem || error instanceof ConfigurationError
  process.stderr.write(`\n${isExpected ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
