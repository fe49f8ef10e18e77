import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import { open } from '#lib/secrets.ts'
import type { Destination, Repeat, UncertainPolicy } from './destination.ts'

const loadAll: Statement = {
  name: 'load_destinations',
  text: `
SELECT id, slug, base_url, repeat, key_header, key_retention_seconds, absence_is_proof, settle_seconds, policy, timeout_ms, headers_ciphertext
FROM destination`,
}

const headersForm = z.record(
  z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
)

/** Every destination. `masterKey` is asked for only where a destination has stored headers. */
export async function loadDestinations(pool: Pool, masterKey: () => Buffer): Promise<Destination[]> {
  const rows = await run<Row & Record<string, unknown>>(pool, loadAll, [])
  return rows.map((row) => destinationOf(row, masterKey))
}

function destinationOf(row: Row, masterKey: () => Buffer): Destination {
  const url = URL.canParse(row.base_url) ? new URL(row.base_url) : undefined
  const headers = openHeaders(row.headers_ciphertext, masterKey)
  const problem =
    url === undefined || !['http:', 'https:'].includes(url.protocol)
      ? `the address of destination ${row.slug} is not an http or https URL; correct it under Destinations`
      : headers === null
        ? `the stored headers of destination ${row.slug} cannot be decrypted with this installation's key; set them again under Destinations`
        : null
  return {
    id: row.id,
    slug: row.slug,
    baseUrl: url ?? new URL('http://invalid.invalid'),
    repeat: row.repeat,
    keyHeader: row.key_header.toLowerCase(),
    keyRetentionSeconds: row.key_retention_seconds,
    absenceIsProof: row.absence_is_proof,
    settleSeconds: row.settle_seconds,
    policy: row.policy,
    timeoutMs: row.timeout_ms,
    headers: headers ?? {},
    problem,
  }
}

/** null: they cannot be read. Which part of that failed is not told: it would tell about the key. */
function openHeaders(ciphertext: Buffer | null, masterKey: () => Buffer): Record<string, string> | null {
  if (ciphertext === null) return {}
  try {
    const headers = headersForm.parse(JSON.parse(open(masterKey(), ciphertext)))
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  } catch {
    return null
  }
}

interface Row {
  id: number
  slug: string
  base_url: string
  repeat: Repeat
  key_header: string
  key_retention_seconds: number
  absence_is_proof: boolean
  settle_seconds: number
  policy: UncertainPolicy
  timeout_ms: number
  headers_ciphertext: Buffer | null
}
