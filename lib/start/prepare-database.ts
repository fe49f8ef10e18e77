import { createPool, type Pool } from '#lib/db/connect.ts'
import { migrate } from '#lib/db/migrate.ts'
import type { Env } from '#lib/env.ts'
import { createFirstAdmin, type FirstAdmin } from './first-admin.ts'
import { say, step } from './say.ts'
import { settleKey } from './settle-key.ts'

export interface Prepared {
  readonly masterKey: Buffer
  /** Present at the very first start. */
  readonly firstAdmin: FirstAdmin | undefined
  /** No source is configured: nothing has ever arrived. */
  readonly isEmpty: boolean
}

/** Everything that must be true of the database before web and worker use it. */
export async function prepareDatabase(url: string, env: Env): Promise<Prepared> {
  await step('bringing the database up to date', () => migrate(url, (text) => say(`  ${text}`)))
  const pool = createPool({
    connectionString: url,
    name: 'replay-ledger start',
    max: 2,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
  })
  try {
    const masterKey = await settleKey(pool, env)
    const firstAdmin = await createFirstAdmin(pool, env)
    if (firstAdmin) announce(firstAdmin)
    return { masterKey, firstAdmin, isEmpty: await hasNoSource(pool) }
  } finally {
    await pool.end()
  }
}

/** At once, so that it is not lost when something later fails: a generated password is kept nowhere. */
function announce({ email, generatedPassword }: FirstAdmin): void {
  if (!generatedPassword) return
  say(
    `\n  The first admin was created. This password is shown only now; write it down:\n\n    e-mail    ${email}\n    password  ${generatedPassword}\n`,
  )
}

async function hasNoSource(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM source LIMIT 1')
  return rowCount === 0
}
