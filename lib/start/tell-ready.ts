import type { Env } from '#lib/env.ts'
import type { FirstAdmin } from './first-admin.ts'
import { say } from './say.ts'

interface Facts {
  readonly env: Env
  readonly firstAdmin: FirstAdmin | undefined
  readonly after: string
  readonly database: 'embedded' | 'own'
}

/** The last lines of a start: where it is, how to come in, what to do next. */
export function tellReady({ env, firstAdmin, after, database }: Facts): void {
  const lines = [
    '',
    `Replay Ledger is ready after ${after}: ${env.ledgerUrl}`,
    `  Sign in     ${signIn(env, firstAdmin)}`,
    '  Next        make a source for your provider: npm run -s ledger -- source create --help',
    '  Timeline    npm run demo plays four deliveries of one event',
    `  Stop        Ctrl-C; the data stays in ${database === 'own' ? 'the database of DATABASE_URL' : env.dataDir}`,
    '',
  ]
  for (const line of lines) say(line)
}

function signIn(env: Env, firstAdmin: FirstAdmin | undefined): string {
  if (firstAdmin?.generatedPassword) return `${firstAdmin.email}, with the password above`
  if (firstAdmin) return `${firstAdmin.email}, with the password of ADMIN_PASSWORD`
  return env.adminPassword ? 'as before (ADMIN_PASSWORD only counts for the first admin)' : 'as before'
}
