/** What verification reads, as the statements of sql/verify-batch.ts return it. */

export interface EventRow {
  readonly id: bigint
  readonly source_id: number
  readonly corrects_event_id: bigint | null
  /** Deliveries that brought it: accepted, or rejected by policy. Counted up to 2. */
  readonly first_deliveries: number
  /** Whether the kept bytes have the digest recorded at receipt; null where there is no payload. */
  readonly payload_intact: boolean | null
}

export interface ProcessingRow {
  readonly event_id: bigint
  readonly source_id: number
  readonly state: string
  readonly seq: number
  readonly state_seq: number
  readonly fence: number
  readonly attempts: number
  readonly leased: boolean
  readonly hold: string | null
  readonly open_conflict: boolean
}

export interface OperationRow {
  readonly id: bigint
  readonly event_id: bigint
  readonly action: string
  readonly destination_id: number | null
  readonly state: string
  readonly seq: number
  readonly attempts: number
  readonly has_request: boolean
}

export interface SideEffectRow {
  readonly event_id: bigint
  readonly operation_id: bigint
  readonly attempt: number
  readonly fence: number
  readonly outcome: string | null
  readonly same_request: boolean
}
