/** What verification can find wrong. Each kind breaks an invariant of ARCHITECTURE.md. */
export type MismatchKind =
  /** Entries are missing, out of order, not listed by the machine, or their guard did not hold. */
  | 'chain'
  /** The current row says something else than its replayed entries. */
  | 'event_state'
  | 'operation_state'
  /** A row exists without the entries or rows that must stand beside it. */
  | 'missing_processing'
  | 'missing_event'
  | 'missing_operation'
  | 'missing_delivery'
  | 'missing_payload'
  | 'payload_changed'
  /** Intents and outcomes that do not fit the operation's entries. */
  | 'side_effect'
  | 'request'
  /** Completed although an operation is not accounted for. */
  | 'guard'
  | 'conflict_hold'

export interface Mismatch {
  readonly kind: MismatchKind
  readonly eventId: bigint
  readonly operationId: bigint | null
  readonly message: string
}
