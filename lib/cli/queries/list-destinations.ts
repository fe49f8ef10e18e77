import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export interface DestinationRow {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly baseUrl: string
  readonly repeat: string
  readonly keyHeader: string
  readonly keyRetentionSeconds: number
  readonly absenceIsProof: boolean
  readonly settleSeconds: number
  readonly policy: string
  readonly timeoutMs: number
  readonly hasHeaders: boolean
  readonly demo: boolean
  readonly createdAt: Date
}

const statement: Statement = {
  name: 'list_destinations',
  text: `
SELECT id, slug, name, base_url AS "baseUrl", repeat, key_header AS "keyHeader",
  key_retention_seconds AS "keyRetentionSeconds", absence_is_proof AS "absenceIsProof",
  settle_seconds AS "settleSeconds", policy, timeout_ms AS "timeoutMs",
  headers_ciphertext IS NOT NULL AS "hasHeaders", demo, created_at AS "createdAt"
FROM destination ORDER BY slug`,
}

export function listDestinations(pool: Pool): Promise<DestinationRow[]> {
  return run<DestinationRow>(pool, statement, [])
}
