import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { masterKey, seal } from '#lib/secrets.ts'
import { carryOut } from './carry-out.ts'
import { slug, text } from './input-fields.ts'
import { type CommandOutcome, failure } from './outcome.ts'

// RFC 9110 section 5.6.2 (token); values of visible characters, spaces and tabs.
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'must be a header name')
const headerValue = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e]+$/, 'must be a header value on one line')

const baseUrl = z
  .string()
  .max(2048)
  .refine(
    isBaseUrl,
    'must be an http or https address without credentials, query or fragment, for example https://api.example.com/v1',
  )

const schema = z.object({
  slug,
  name: text(120).optional(),
  baseUrl,
  repeat: z.enum(['idempotency-key', 'lookup', 'none']),
  keyHeader: headerName.default('idempotency-key'),
  /** How long the destination remembers a key. */
  keyRetentionSeconds: z.int().min(0).max(315_360_000).default(86_400),
  /** Whether "not found" proves that nothing happened, `settleSeconds` after the attempt. */
  absenceIsProof: z.boolean().default(false),
  settleSeconds: z.int().min(0).max(2_592_000).default(120),
  policy: z.enum(['avoid-duplicate', 'avoid-omission']).default('avoid-duplicate'),
  timeoutMs: z.int().min(100).max(120_000).default(10_000),
  /** Authentication, added when sending; never part of the frozen request. */
  headers: z.record(headerName, headerValue).default({}),
  demo: z.boolean().default(false),
})

export type CreateDestinationInput = z.input<typeof schema>

const insertDestination: Statement = {
  name: 'insert_destination',
  text: `
INSERT INTO destination (slug, name, base_url, repeat, key_header, key_retention_seconds, absence_is_proof, settle_seconds, policy, timeout_ms, headers_ciphertext, demo)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (slug) DO NOTHING RETURNING id`,
}

/** Configures where effects happen and how they can be repeated or asked about. Headers are stored sealed with `key`. */
export function createDestination(
  pool: Pool,
  person: Person,
  input: CreateDestinationInput,
  key?: Buffer,
): Promise<CommandOutcome<{ destinationId: number; slug: string }>> {
  return carryOut(pool, person, {
    command: 'createDestination',
    objectType: 'destination',
    schema,
    input,
    objectOf: ({ slug }) => slug,
    notifies: 'ledger_changed',
    act: async (tx, { headers, ...facts }) => {
      const names = Object.keys(headers)
      const sealed = names.length === 0 ? null : seal(key ?? masterKey(), JSON.stringify(headers))
      const [row] = await run<{ id: number }>(tx, insertDestination, [
        facts.slug,
        facts.name ?? facts.slug,
        facts.baseUrl,
        facts.repeat,
        facts.keyHeader.toLowerCase(),
        facts.keyRetentionSeconds,
        facts.absenceIsProof,
        facts.settleSeconds,
        facts.policy,
        facts.timeoutMs,
        sealed,
        facts.demo,
      ])
      if (row === undefined) {
        return failure(
          'invalid',
          `Nothing was done: a destination named ${facts.slug} exists already. Choose another slug.`,
        )
      }
      return {
        ok: true,
        message: `Destination ${facts.slug} is ready. Bind an action to it so that events reach it.`,
        result: { destinationId: row.id, slug: facts.slug },
        audit: { objectId: facts.slug, after: { ...facts, headerNames: names } },
      }
    },
  })
}

function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isPlain && (url.protocol === 'http:' || url.protocol === 'https:')
}
