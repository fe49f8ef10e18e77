import { parseArgs } from 'node:util'
import { createPool, type Pool } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { ConfigurationError, loadEnv } from '#lib/env.ts'
import { readMasterKey } from '#lib/start/master-key.ts'
import { readRuntime } from '#lib/start/runtime.ts'
import { probeAddress } from '#lib/start/wait-for-health.ts'
import { ensureDemo } from './ensure-demo.ts'
import { findPackets, startPackets } from './packets-address.ts'
import { play } from './play.ts'
import { report } from './report.ts'

const usage = `npm run demo                plays the demonstration against the product that runs here
npm run -s ledger -- demo remove    removes everything it has written`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Where the running product and its database are: of this data folder, else as the environment says. */
function findProduct(): { productUrl: string; databaseUrl: string } {
  const env = loadEnv()
  const runtime = readRuntime(env.dataDir)
  const databaseUrl = env.databaseUrl ?? runtime?.databaseUrl
  if (databaseUrl === undefined) {
    throw new Problem(
      `Nothing runs on the data folder ${env.dataDir}. Start Replay Ledger with \`npm start\` (in another terminal), or set DATABASE_URL and LEDGER_URL to a running one.`,
    )
  }
  return { productUrl: runtime ? probeAddress(env.host, runtime.port) : env.ledgerUrl, databaseUrl }
}

async function playOnce(pool: Pool, productUrl: string): Promise<boolean> {
  const env = loadEnv()
  const key = readMasterKey(env)
  if (key === undefined)
    throw new Problem('The key that signing secrets are stored with is missing: set LEDGER_KEY to the product’s.')
  const running = await findPackets(env.dataDir)
  const ours = running === undefined ? await startPackets(env.dataDir) : undefined
  const packetsUrl = running ?? ours?.url ?? ''
  try {
    const demo = await ensureDemo(pool, key, packetsUrl)
    const { lines, asPromised } = report(await play({ pool, demo, productUrl, packetsUrl, say }))
    say('')
    for (const line of lines) say(line)
    if (!asPromised) say('This is not what the product promises; the timeline of the event shows what happened.')
    return asPromised
  } finally {
    await ours?.close()
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'first-start': { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    say(usage)
    return 0
  }
  const { productUrl, databaseUrl } = findProduct()
  const pool = createPool({ connectionString: databaseUrl, name: 'ledger-demo', max: 3, statementTimeoutMs: 30_000 })
  try {
    return (await playOnce(pool, productUrl)) ? 0 : 1
  } finally {
    await pool.end()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const expected = error instanceof Problem || error instanceof ConfigurationError
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
