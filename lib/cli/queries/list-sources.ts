import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export interface SourceRow {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly provider: string
  readonly account: string
  readonly path: string
  readonly config: Readonly<Record<string, unknown>>
  readonly acceptedTypes: readonly string[]
  readonly recordOnly: boolean
  readonly bodyLimitBytes: number
  readonly conflictStatus: number
  readonly rejectedStatus: number
  readonly demo: boolean
  readonly disabledAt: Date | null
  readonly createdAt: Date
  /** How many actions are bound. */
  readonly bindings: number
  /** The valid ones, oldest first; times as ISO text. */
  readonly secrets: readonly { id: number; hint: string; validFrom: string; validUntil: string | null }[]
}

const statement: Statement = {
  name: 'list_sources',
  text: `
SELECT s.id, s.slug, s.name, s.provider, s.account, '/api/webhooks/' || s.slug AS path, s.config,
  s.accepted_types AS "acceptedTypes", s.record_only AS "recordOnly", s.body_limit_bytes AS "bodyLimitBytes",
  s.conflict_status AS "conflictStatus", s.rejected_status AS "rejectedStatus", s.demo,
  s.disabled_at AS "disabledAt", s.created_at AS "createdAt",
  (SELECT count(*)::int FROM action_binding b WHERE b.source_id = s.id) AS bindings,
  coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'id', c.id, 'hint', c.hint,
      'validFrom', to_char(c.valid_from, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'validUntil', to_char(c.valid_until, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY c.id)
    FROM source_secret c WHERE c.source_id = s.id AND (c.valid_until IS NULL OR c.valid_until > clock_timestamp())), '[]') AS secrets
FROM source s ORDER BY s.slug`,
}

export function listSources(pool: Pool): Promise<SourceRow[]> {
  return run<SourceRow>(pool, statement, [])
}
