import type { Pool } from '#lib/db/connect.ts'
import type { Disposition } from '#lib/ledger/machine.ts'

export interface DeliveryFilter {
  readonly disposition?: string
  readonly source?: string
  /** Our number of the event. */
  readonly event?: bigint
  readonly after?: bigint
  readonly limit: number
}

export interface DeliveryRow {
  readonly id: bigint
  /** Null where no source has the address it was sent to. */
  readonly source: string | null
  readonly eventId: bigint | null
  readonly disposition: Disposition
  readonly reason: string | null
  readonly receivedAt: Date
  readonly httpStatus: number
  readonly bodyBytes: number
  readonly bodyDigest: Buffer | null
  readonly deliveryReference: string | null
  readonly attemptNumber: number | null
  readonly remoteAddress: string | null
}

/** Newest first, one page. Of refused requests only samples are rows; the report counts them all. */
export async function listDeliveries(
  pool: Pool,
  filter: DeliveryFilter,
): Promise<{ deliveries: DeliveryRow[]; next: bigint | null }> {
  const values: unknown[] = []
  const conditions: string[] = []
  const where = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  where((place) => `d.disposition = ${place}`, filter.disposition)
  where((place) => `d.source_id = (SELECT id FROM source WHERE slug = ${place})`, filter.source)
  where((place) => `d.event_id = ${place}`, filter.event)
  where((place) => `d.id < ${place}`, filter.after)
  values.push(filter.limit + 1)
  const { rows } = await pool.query<DeliveryRow>({
    text: `
SELECT d.id, s.slug AS source, d.event_id AS "eventId", d.disposition, d.reason, d.received_at AS "receivedAt",
  d.http_status AS "httpStatus", d.body_bytes AS "bodyBytes", d.body_digest AS "bodyDigest",
  d.delivery_reference AS "deliveryReference", d.attempt_number AS "attemptNumber", d.remote_address AS "remoteAddress"
FROM delivery d LEFT JOIN source s ON s.id = d.source_id
${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
ORDER BY d.id DESC LIMIT $${values.length}`,
    values,
  })
  const deliveries = rows.slice(0, filter.limit)
  return { deliveries, next: rows.length > filter.limit ? (deliveries.at(-1)?.id ?? null) : null }
}
