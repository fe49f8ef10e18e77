import { freePort } from '#lib/db/embedded/free-port.ts'
import { deriveKey } from '#lib/start/master-key.ts'
import { until } from '../stage/until.ts'
import { Child, masterKey } from './child.ts'

export interface Web {
  readonly origin: string
  readonly child: Child
}

/** The built product's web process, ready to take deliveries. `ends` is told how to end it before it is waited for. */
export async function startWeb(databaseUrl: string, ends: (close: () => Promise<void>) => void): Promise<Web> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = await Child.start(['lib/start/web.ts'], {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    LEDGER_URL: origin,
    NEXTAUTH_URL: origin,
    NEXTAUTH_SECRET: deriveKey(masterKey, 'next-auth').toString('base64'),
    NEXT_TELEMETRY_DISABLED: '1',
  })
  ends(() => child.end())
  await until('the web process is healthy', () => isHealthy(origin, child), 60_000)
  return { origin, child }
}

async function isHealthy(origin: string, child: Child): Promise<boolean> {
  if (child.ended !== undefined) throw new Error(`the web process ended: ${child.ended}\n${child.lines.join('\n')}`)
  try {
    return (await fetch(`${origin}/api/health`)).ok
  } catch {
    return false // nobody listens yet
  }
}
