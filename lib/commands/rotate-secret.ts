import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { providerNamed } from '#lib/providers/registry.ts'
import { masterKey, open } from '#lib/secrets.ts'
import { carryOut } from './carry-out.ts'
import { slug } from './input-fields.ts'
import { type CommandOutcome, failure } from './outcome.ts'
import { storeSecret } from './store-secret.ts'

const schema = z.object({
  slug,
  secret: z.string().max(4096),
  /** How long the old secrets stay valid beside the new one; 0 ends them at once. */
  overlapHours: z.number().min(0).max(8760).default(24),
})

const lockSource: Statement = {
  name: 'lock_source',
  text: 'SELECT id, provider, config FROM source WHERE slug = $1 FOR UPDATE',
}

const activeSecrets: Statement = {
  name: 'active_secrets',
  text: `
SELECT id, ciphertext FROM source_secret
WHERE source_id = $1 AND (valid_until IS NULL OR valid_until > clock_timestamp()) ORDER BY id`,
}

const endSecrets: Statement = {
  name: 'end_secrets',
  text: `
UPDATE source_secret
SET valid_until = least(valid_until, clock_timestamp() + make_interval(secs => $2::float8 * 3600))
WHERE id = ANY ($1::int[])
RETURNING valid_until`,
}

/** Adds a new signing secret; the old ones stay valid for the overlap, so that no delivery is refused meanwhile. */
export function rotateSecret(
  pool: Pool,
  person: Person,
  input: z.input<typeof schema>,
  key: Buffer = masterKey(),
): Promise<CommandOutcome<{ secretId: number; oldValidUntil: Date | null }>> {
  return carryOut(pool, person, {
    command: 'rotateSecret',
    objectType: 'source',
    schema,
    input,
    objectOf: ({ slug }) => slug,
    notifies: 'ledger_changed',
    act: async (tx, { slug, secret, overlapHours }) => {
      const [source] = await run<{ id: number; provider: string; config: unknown }>(tx, lockSource, [slug])
      if (source === undefined) return failure('not_found', `Nothing was done: there is no source ${slug}.`)
      const complaint = secretComplaint(source.provider, source.config, secret)
      if (complaint !== null) return failure('invalid', `Nothing was done: ${complaint}`)
      const active = await run<{ id: number; ciphertext: Buffer }>(tx, activeSecrets, [source.id])
      if (active.some(({ ciphertext }) => open(key, ciphertext) === secret)) {
        return failure(
          'invalid',
          'Nothing was done: this secret is active already. Make a new one at the provider and give that.',
        )
      }
      const ended = await run<{ valid_until: Date }>(tx, endSecrets, [active.map(({ id }) => id), overlapHours])
      const secretId = await storeSecret(tx, key, source.id, secret)
      const oldValidUntil =
        ended.length === 0 ? null : new Date(Math.max(...ended.map((row) => row.valid_until.getTime())))
      return {
        ok: true,
        message: messageOf(slug, overlapHours, oldValidUntil),
        result: { secretId, oldValidUntil },
        audit: {
          objectId: slug,
          before: { activeSecretIds: active.map(({ id }) => id) },
          after: { secretId, overlapHours, oldValidUntil },
        },
      }
    },
  })
}

function secretComplaint(providerName: string, config: unknown, secret: string): string | null {
  const provider = providerNamed(providerName)
  if (provider === undefined) throw new Error(`source of an unknown provider: ${providerName}`)
  const complaint = provider.secretForm.check(secret, provider.config.parse(config))
  return complaint === null ? null : `${complaint} ${provider.secretForm.description}`
}

function messageOf(slug: string, overlapHours: number, oldValidUntil: Date | null): string {
  if (oldValidUntil === null) return `Source ${slug} has its new secret; it had no valid one before.`
  if (overlapHours === 0) return `Source ${slug} accepts only the new secret from now on.`
  return `Source ${slug} accepts the new secret now, and the old one until ${oldValidUntil.toISOString()}.`
}
