import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Provider, Secret } from '#lib/providers/provider.ts'
import { providerNamed } from '#lib/providers/registry.ts'
import { open } from '#lib/secrets.ts'

/** A source as the inbox needs it: adapter, settings parsed, secrets open. */
export interface Source {
  readonly id: number
  readonly slug: string
  readonly provider: Provider
  readonly config: unknown
  readonly account: string
  readonly secrets: readonly Secret[]
  readonly acceptedTypes: ReadonlySet<string>
  readonly bodyLimitBytes: number
  readonly conflictStatus: number
  readonly rejectedStatus: number
}

/** How old the list may be before it is read again. A new or rotated secret works within this time. */
const freshMs = 1_000
/** An unknown slug asks again sooner: the source may have just been made. */
const missMs = 50

const loadSources: Statement = {
  name: 'load_sources',
  text: `
SELECT s.id, s.slug, s.provider, s.account, s.config, s.accepted_types, s.body_limit_bytes, s.conflict_status, s.rejected_status,
  coalesce(json_agg(json_build_object('id', x.id, 'ciphertext', encode(x.ciphertext, 'base64')) ORDER BY x.valid_from DESC, x.id DESC)
    FILTER (WHERE x.id IS NOT NULL), '[]') AS secrets
FROM source s
LEFT JOIN source_secret x ON x.source_id = s.id AND x.valid_from <= now() AND (x.valid_until IS NULL OR x.valid_until > now())
WHERE s.disabled_at IS NULL
GROUP BY s.id`,
}

interface Row {
  id: number
  slug: string
  provider: string
  account: string
  config: unknown
  accepted_types: string[]
  body_limit_bytes: number
  conflict_status: number
  rejected_status: number
  secrets: { id: number; ciphertext: string }[]
}

function sourceOf(row: Row, key: Buffer): Source | null {
  const provider = providerNamed(row.provider)
  const config = provider?.config.safeParse(row.config)
  if (provider === undefined || !config?.success) return null
  return {
    id: row.id,
    slug: row.slug,
    provider,
    config: config.data,
    account: row.account,
    secrets: row.secrets.map((secret) => ({
      id: secret.id,
      value: open(key, Buffer.from(secret.ciphertext, 'base64')),
    })),
    acceptedTypes: new Set(row.accepted_types),
    bodyLimitBytes: row.body_limit_bytes,
    conflictStatus: row.conflict_status,
    rejectedStatus: row.rejected_status,
  }
}

/**
 * All enabled sources, kept in memory and read again as they age, in the background while the old list serves. With
 * the database away, the last list goes on serving: a signature can still be judged, and what cannot be written is
 * answered 503.
 */
export class Sources {
  readonly #pool: Pool
  readonly #key: Buffer
  #bySlug = new Map<string, Source>()
  #readAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(pool: Pool, key: Buffer) {
    this.#pool = pool
    this.#key = key
  }

  /** @throws the database's error only where nothing was ever read. */
  async find(slug: string): Promise<Source | undefined> {
    const ageMs = performance.now() - this.#readAtMs
    const known = this.#bySlug.get(slug)
    if (known !== undefined) {
      if (ageMs > freshMs) this.#refresh().catch(() => undefined)
      return known
    }
    if (ageMs > missMs) {
      try {
        await this.#refresh()
      } catch (error) {
        if (this.#readAtMs === Number.NEGATIVE_INFINITY) throw error
      }
    }
    return this.#bySlug.get(slug)
  }

  /** Reads the list now. @throws the database's error. */
  check(): Promise<void> {
    return this.#refresh()
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read() {
    const rows = await run<Row & Record<string, unknown>>(this.#pool, loadSources, [])
    const sources = rows.map((row) => sourceOf(row, this.#key)).filter((source) => source !== null)
    this.#bySlug = new Map(sources.map((source) => [source.slug, source]))
    this.#readAtMs = performance.now()
  }
}
