import type { z } from 'zod'

/**
 * What an adapter is. Everything here is pure: bytes, headers, secrets and the time of receipt go in, a result comes
 * out. An adapter reads no clock, no environment and no database, so that the same request always gets the same answer.
 */

/**
 * How far an event id can be trusted as an identity:
 * - `documented`: the provider documents it, and the signature covers it;
 * - `unsigned_header`: it stands in a header the signature does not cover, so a captured body can come back under another id;
 * - `derived`: made from other fields by configuration.
 */
export type IdentityBasis = 'documented' | 'unsigned_header' | 'derived'

export interface WebhookRequest {
  readonly method: string
  readonly url: string
  /** Lower-case names; repeated headers joined with `, ` as Node does. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they came, never decoded and encoded again. */
  readonly body: Buffer
  readonly receivedAtMs: number
}

/** One active signing secret of a source. Lists of them stand newest first. */
export interface Secret {
  readonly id: number
  readonly value: string
}

export type RefusalReason =
  | 'no_secret'
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'timestamp_missing'
  | 'timestamp_malformed'
  | 'timestamp_stale'
  | 'timestamp_future'
  | 'body_not_utf8'
  | 'body_has_bom'
  | 'payload_style'

/** `message` is safe for an operator's eyes and for logs: it names a likely cause and never repeats a header's value. */
export type Verification =
  | { readonly ok: true; readonly secretId: number }
  | { readonly ok: false; readonly reason: RefusalReason; readonly message: string }

export type RejectionReason =
  | 'not_json'
  | 'too_deep'
  | 'not_an_object'
  | 'no_event_id'
  | 'blank_event_id'
  | 'event_id_too_long'
  | 'event_id_not_well_formed'
  | 'no_type'
  | 'bad_type'
  | 'bad_account'
  | 'bad_subject'
  | 'bad_revision'
  | 'mode_mismatch'

/** What an authentic request says about its event. */
export interface Identified {
  /** null: the provider names none here, so the source's own account applies. */
  readonly account: string | null
  readonly eventId: string
  readonly type: string
  readonly basis: IdentityBasis
  /** The thing the event is about, where order between events of one thing matters. */
  readonly subject?: string
  /** Text as written: revisions may have more digits than a double holds. */
  readonly revision?: string
  readonly occurredAtMs?: number
  /** The provider's name of this attempt (not of the event), for support questions. */
  readonly deliveryReference?: string
  readonly attemptNumber?: number
  /** Where the provider tells test traffic from live traffic. */
  readonly mode?: 'live' | 'test'
  /** The business payload without the fields that change between attempts; its sha-256 is the canonical digest. */
  readonly canonical: Buffer | string
}

/** `ok: false` is an authentic request that is no usable event: it is kept with its reason and not processed. */
export type Reading =
  | { readonly ok: true; readonly event: Identified }
  | {
      readonly ok: false
      readonly reason: RejectionReason
      readonly message: string
      readonly deliveryReference?: string
    }

/** What `sign` needs to make a request that `verify` accepts. */
export interface SigningInput {
  readonly body: Buffer
  readonly secret: string
  readonly atMs: number
  /** For providers whose event id, type or attempt stand in headers. */
  readonly eventId?: string
  readonly type?: string
  readonly deliveryReference?: string
}

export interface Provider<Config = unknown> {
  /** The word in tables, URLs and commands. */
  readonly name: string
  readonly title: string
  /** The adapter's settings of a source; `parse({})` gives the defaults. */
  readonly config: z.ZodType<Config>
  /** `check` gives null for a usable secret, else what is wrong with it (never the secret itself). */
  readonly secretForm: { readonly description: string; check(value: string, config?: Config): string | null }
  /** Request headers worth keeping beside the payload. Signatures, cookies and credentials are never among them. */
  readonly headers: readonly string[]
  /** Further headers worth keeping because this source's settings read them. */
  headersOf?(config: Config): readonly string[]
  /** Content encodings the provider documents. Any other than identity is answered 415. */
  readonly contentEncodings: readonly string[]
  /** How long after the event the provider, or a person there, may deliver it again; null: not documented. */
  readonly redeliveryWindowHours: number | null
  /** Never throws: whatever goes wrong inside means "not authentic". */
  verify(request: WebhookRequest, secrets: readonly Secret[], config: Config): Verification | Promise<Verification>
  /** Reads a request that `verify` accepted. Never throws. */
  read(request: WebhookRequest, config: Config): Reading
  /** Headers with which a body is accepted; for the demo, tests and samples. */
  sign?(input: SigningInput, config: Config): Record<string, string> | Promise<Record<string, string>>
}
