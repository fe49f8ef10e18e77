import { stripVTControlCharacters } from 'node:util'
import { childEnv, type Env } from '#lib/env.ts'
import { deriveKey } from './master-key.ts'
import { NEXT } from './project.ts'
import { say } from './say.ts'
import { spawnNode } from './spawn-node.ts'
import type { Service } from './supervise.ts'

interface Context {
  readonly env: Env
  readonly dev: boolean
  readonly databaseUrl: string
  readonly masterKey: Buffer
}

/** What the product's processes are told. The first admin's password is none of their business. */
export function productEnv({ env, dev, databaseUrl, masterKey }: Context): NodeJS.ProcessEnv {
  return childEnv({
    NODE_ENV: dev ? 'development' : 'production',
    PORT: String(env.port),
    HOST: env.host,
    LEDGER_URL: env.ledgerUrl,
    LEDGER_DATA_DIR: env.dataDir,
    LEDGER_KEY: masterKey.toString('base64'),
    DATABASE_URL: databaseUrl,
    // The public address comes from the configuration, never from a request's headers.
    NEXTAUTH_URL: env.ledgerUrl,
    NEXTAUTH_SECRET: deriveKey(masterKey, 'next-auth').toString('base64'),
    AUTH_TRUST_HOST: undefined,
    ADMIN_PASSWORD: undefined,
    LOG_FORMAT: env.logFormat === 'auto' && process.stdout.isTTY ? 'text' : env.logFormat,
    NEXT_TELEMETRY_DISABLED: '1',
  })
}

export function webService(context: Context): Service {
  const { env, dev } = context
  const args = dev ? [NEXT, 'dev', '-p', String(env.port), '-H', env.host] : ['lib/start/web.ts']
  return nodeService('web server', args, context, 10_000)
}

/** What a worker makes lives for one event: a young generation that holds a few batches keeps it small (about 200 MB). */
const SHORT_LIVED = '--max-semi-space-size=16'

export function workerService(context: Context): Service {
  return nodeService(
    'worker',
    [SHORT_LIVED, ...(context.dev ? ['--watch', '--watch-preserve-output'] : []), 'lib/worker/main.ts'],
    context,
    20_000,
  )
}

export function demoDestinationService(context: Context): Service {
  return nodeService('demo destination', ['lib/demo/destination-server.ts'], context, 3_000)
}

function nodeService(name: string, args: readonly string[], context: Context, stopMs: number): Service {
  return { name, start: () => spawnNode({ args, env: productEnv(context), stopMs, onLine: passOn }) }
}

// Next's greeting tells addresses that we tell ourselves, once the product is ready.
const GREETING = /^\s*(▲ Next\.js|- (Local|Network|Environments|Experiments)\b|✓ (Starting|Ready|Running)|[✓·⨯] \w+$)/u

function passOn(line: string): void {
  if (line.trim() !== '' && !GREETING.test(stripVTControlCharacters(line))) say(line)
}
