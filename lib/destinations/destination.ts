/** How a destination's effects can be repeated safely, or asked about afterwards. */
export type Repeat = 'idempotency-key' | 'lookup' | 'none'
/** What to do where nothing can be repeated safely or asked: wait for a person, or repeat and mark it. */
export type UncertainPolicy = 'avoid-duplicate' | 'avoid-omission'

/** A system in which effects happen, as configured. */
export interface Destination {
  readonly id: number
  readonly slug: string
  readonly baseUrl: URL
  readonly repeat: Repeat
  readonly keyHeader: string
  readonly keyRetentionSeconds: number
  readonly absenceIsProof: boolean
  readonly settleSeconds: number
  readonly policy: UncertainPolicy
  /** The longest one exchange may take, from connecting to the last byte of the answer. */
  readonly timeoutMs: number
  /** Authentication, decrypted. Sent with every request, never frozen, logged or stored in the clear. */
  readonly headers: Readonly<Record<string, string>>
  /** Why nothing can be sent there now, in words for a person. */
  readonly problem: string | null
}
