import { z } from 'zod'
import { type Pool, run, type Statement, type Tx } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import type { Provider } from '#lib/providers/provider.ts'
import { providerNamed, providers } from '#lib/providers/registry.ts'
import { masterKey } from '#lib/secrets.ts'
import { carryOut } from './carry-out.ts'
import { slug, text } from './input-fields.ts'
import { type CommandFailure, type CommandOutcome, failure } from './outcome.ts'
import { storeSecret } from './store-secret.ts'

const status = z.int().min(200).max(499)

const schema = z.object({
  slug,
  /** Absent: the slug. */
  name: text(120).optional(),
  provider: z.string(),
  /** The scope of event ids where the provider names none in the request. */
  account: text(255),
  /** Signing secrets, all valid at once. */
  secrets: z.array(z.string().max(4096)).min(1, 'must hold at least one signing secret').max(10),
  /** The adapter's settings; `{}` is the provider's documented way. */
  config: z.record(z.string(), z.unknown()).default({}),
  /** Empty: every type. */
  acceptedTypes: z.array(text(255)).max(1000).default([]),
  /** Its events are recorded and completed without any action. */
  recordOnly: z.boolean().default(false),
  bodyLimitBytes: z.int().min(1024).max(33_554_432).default(1_048_576),
  conflictStatus: status.default(202),
  rejectedStatus: status.default(202),
  demo: z.boolean().default(false),
})

export type CreateSourceInput = z.input<typeof schema>

export interface CreatedSource {
  readonly sourceId: number
  readonly slug: string
  /** Where the provider sends to, below the public address. */
  readonly path: string
}

const insertSource: Statement = {
  name: 'insert_source',
  text: `
INSERT INTO source (slug, name, provider, account, config, accepted_types, record_only, body_limit_bytes, conflict_status, rejected_status, demo)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (slug) DO NOTHING RETURNING id`,
}

/** Configures a webhook endpoint. Its secrets are stored sealed with `key`. */
export function createSource(
  pool: Pool,
  person: Person,
  input: CreateSourceInput,
  key: Buffer = masterKey(),
): Promise<CommandOutcome<CreatedSource>> {
  return carryOut(pool, person, {
    command: 'createSource',
    objectType: 'source',
    schema,
    input,
    objectOf: ({ slug }) => slug,
    notifies: 'ledger_changed',
    act: async (tx, source) => {
      const provider = providerNamed(source.provider)
      if (provider === undefined) return unknownProvider(source.provider)
      const settings = parseSettings(provider, source.config)
      if (!settings.ok) return settings
      const complaint = firstComplaint(provider, source.secrets, settings.value)
      if (complaint !== null)
        return failure('invalid', `Nothing was done: ${complaint} ${provider.secretForm.description}`)
      const sourceId = await insert(tx, source)
      if (sourceId === null) {
        return failure(
          'invalid',
          `Nothing was done: a source named ${source.slug} exists already. Choose another slug, or give that source a new secret with rotate-secret.`,
        )
      }
      for (const secret of source.secrets) await storeSecret(tx, key, sourceId, secret)
      const { secrets, ...facts } = source
      const path = `/api/webhooks/${source.slug}`
      return {
        ok: true,
        message: `Source ${source.slug} is ready: ${provider.title} can send to ${path}.`,
        result: { sourceId, slug: source.slug, path },
        audit: { objectId: source.slug, after: { ...facts, secrets: secrets.length } },
      }
    },
  })
}

async function insert(tx: Tx, source: z.output<typeof schema>): Promise<number | null> {
  const [row] = await run<{ id: number }>(tx, insertSource, [
    source.slug,
    source.name ?? source.slug,
    source.provider,
    source.account,
    JSON.stringify(source.config),
    source.acceptedTypes,
    source.recordOnly,
    source.bodyLimitBytes,
    source.conflictStatus,
    source.rejectedStatus,
    source.demo,
  ])
  return row?.id ?? null
}

function unknownProvider(name: string): CommandFailure {
  return failure(
    'invalid',
    `Nothing was done: there is no provider ${JSON.stringify(name)}. Known are ${[...providers.keys()].join(', ')}.`,
  )
}

function parseSettings(provider: Provider, config: unknown): { ok: true; value: unknown } | CommandFailure {
  const parsed = provider.config.safeParse(config)
  if (parsed.success && !JSON.stringify(config).includes('\\u0000')) return { ok: true, value: parsed.data }
  const what = parsed.success
    ? 'it holds the character U+0000'
    : parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' ')).join('; ')
  return failure('invalid', `Nothing was done: the settings do not fit ${provider.title}: ${what}.`)
}

function firstComplaint(provider: Provider, secrets: readonly string[], settings: unknown): string | null {
  for (const secret of secrets) {
    const complaint = provider.secretForm.check(secret, settings)
    if (complaint !== null) return complaint
  }
  return null
}
