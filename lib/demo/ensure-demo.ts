import { randomBytes } from 'node:crypto'
import { createDestination } from '#lib/commands/create-destination.ts'
import { createSource } from '#lib/commands/create-source.ts'
import type { CommandOutcome } from '#lib/commands/outcome.ts'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { open } from '#lib/secrets.ts'
import { demoDestination, pointDestination } from './point-destination.ts'

export const demoSource = 'demo'
export const demoAccount = 'acct-a'

const findSource: Statement = {
  name: 'find_demo_source',
  text: `
SELECT s.id, s.demo, s.provider, s.account, (
  SELECT c.ciphertext FROM source_secret c
  WHERE c.source_id = s.id AND (c.valid_until IS NULL OR c.valid_until > now()) ORDER BY c.id DESC LIMIT 1) AS ciphertext
FROM source s WHERE s.slug = $1`,
}
const findDestination: Statement = {
  name: 'find_demo_destination',
  text: 'SELECT demo FROM destination WHERE slug = $1',
}

const demonstrator: Person = { userId: null, email: 'demo', role: 'admin', via: 'start' }

/** What the player needs to know of the demo's source. */
export interface Demo {
  readonly sourceId: number
  readonly secret: string
}

/** Creates the demo's source and destination where they are missing. Never touches ones that a person made. */
export async function ensureDemo(pool: Pool, key: Buffer, packetsUrl: string): Promise<Demo> {
  await ensureDestination(pool, key, packetsUrl)
  const known = await readSource(pool)
  if (known === undefined) {
    must(
      await createSource(
        pool,
        demonstrator,
        {
          slug: demoSource,
          name: 'Demo (synthetic)',
          provider: 'demo',
          account: demoAccount,
          secrets: [randomBytes(24).toString('base64url')],
          demo: true,
        },
        key,
      ),
    )
  }
  const source = known ?? (await readSource(pool))
  if (source === undefined) throw new Error('the demo source was not created')
  if (!source.demo || source.provider !== 'demo' || source.account !== demoAccount || source.ciphertext === null) {
    throw new Problem(
      `A source named ${demoSource} exists that is not the demo's, so the demo was not played. Rename or remove that source to play it.`,
    )
  }
  return { sourceId: source.id, secret: open(key, source.ciphertext) }
}

async function readSource(pool: Pool) {
  const [row] = await run<{
    id: number
    demo: boolean
    provider: string
    account: string
    ciphertext: Buffer | null
  }>(pool, findSource, [demoSource])
  return row
}

async function ensureDestination(pool: Pool, key: Buffer, baseUrl: string): Promise<void> {
  const [known] = await run<{ demo: boolean }>(pool, findDestination, [demoDestination])
  if (known === undefined) {
    must(
      await createDestination(
        pool,
        demonstrator,
        {
          slug: demoDestination,
          name: 'Packets (mock)',
          baseUrl,
          repeat: 'lookup',
          absenceIsProof: true,
          settleSeconds: 10,
          timeoutMs: 5_000,
          demo: true,
        },
        key,
      ),
    )
  } else if (known.demo) {
    await pointDestination(pool, baseUrl)
  } else {
    throw new Problem(
      `A destination named ${demoDestination} exists that is not the demo's, so the demo was not played. Rename or remove it to play the demo.`,
    )
  }
}

function must(outcome: CommandOutcome<object>): void {
  if (!outcome.ok) throw new Problem(outcome.message)
}
