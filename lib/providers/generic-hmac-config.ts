import { z } from 'zod'
import { isPointer } from '#lib/json/pointer.ts'
import { hmacAlgorithms, textEncodings } from '#lib/providers/match-hmac.ts'
import { toleranceFields } from '#lib/providers/tolerance-fields.ts'

const headerName = z.string().regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/, 'must be a header name in lower case')
const pointer = z
  .string()
  .refine((text) => text.startsWith('/') && isPointer(text), 'must be a JSON pointer such as /data/id')

/** Where a value stands: a JSON pointer into the body (`/data/id`), or `header:` and a header's name. */
const place = z
  .string()
  .refine(
    (text) =>
      text.startsWith('header:') ? headerName.safeParse(text.slice(7)).success : pointer.safeParse(text).success,
    'must be a JSON pointer such as /data/id, or header:name-in-lower-case',
  )
const optionalPlace = place.nullable()

/**
 * How a source signs and where its events say who they are. Two schemes:
 * - `plain`: the header holds one or more signatures, each after `prefix`. The body is signed, or `signedContent`;
 * - `timestamped`: the header reads `t=<unix seconds>,v1=<signature>`, and `{timestamp}.{body}` is signed.
 */
export const genericHmacConfig = z
  .strictObject({
    scheme: z.enum(['plain', 'timestamped']).default('plain'),
    header: headerName.default('x-signature-256'),
    prefix: z.string().max(64).default('sha256='),
    algorithm: z.enum(hmacAlgorithms).default('sha256'),
    encoding: z.enum(textEncodings).default('hex'),
    secretEncoding: z.enum(['text', ...textEncodings]).default('text'),
    /** A header with unix seconds. Only a time that is signed proves anything, so it becomes part of `signedContent`. */
    timestampHeader: headerName.nullable().default(null),
    /** What is signed; `{timestamp}` stands for the signed time and `{body}` for the bytes, which come last. */
    signedContent: z
      .string()
      .max(200)
      .regex(/^[^{}]*(?:\{timestamp\}[^{}]*)?\{body\}$/, 'must end in {body}, with at most one {timestamp} before it')
      .nullable()
      .default(null),
    ...toleranceFields(300, 60),
    eventId: place.default('/event_id'),
    type: optionalPlace.default('/type'),
    /** The type of events that name none; null: such events are set aside. */
    defaultType: z.string().min(1).max(255).nullable().default(null),
    /** null: the source's own account. */
    account: optionalPlace.default('/tenant'),
    occurredAt: optionalPlace.default('/occurred_at'),
    subject: optionalPlace.default(null),
    revision: optionalPlace.default(null),
    deliveryReference: optionalPlace.default(null),
    attemptNumber: optionalPlace.default(null),
    /** What changes between attempts and is no part of the business payload. */
    omit: z.array(pointer).max(50).default([]),
  })
  .refine((config) => hasTime(config) === signedContentOf(config).includes('{timestamp}'), {
    path: ['signedContent'],
    message:
      'must hold {timestamp} where a timestamp is sent (timestampHeader, or scheme "timestamped"), and only there',
  })

export type GenericHmacConfig = z.output<typeof genericHmacConfig>

interface Signing {
  readonly scheme: 'plain' | 'timestamped'
  readonly timestampHeader: string | null
  readonly signedContent: string | null
}

export function signedContentOf(config: Signing): string {
  return config.signedContent ?? (hasTime(config) ? '{timestamp}.{body}' : '{body}')
}

function hasTime(config: Signing): boolean {
  return config.scheme === 'timestamped' || config.timestampHeader !== null
}

/** Headers these settings read values from. */
export function headersRead(config: GenericHmacConfig): string[] {
  const { eventId, type, account, occurredAt, subject, revision, deliveryReference, attemptNumber } = config
  const places = [eventId, type, account, occurredAt, subject, revision, deliveryReference, attemptNumber]
  const names = places.flatMap((from) => (from?.startsWith('header:') ? [from.slice(7)] : []))
  return [...new Set(config.timestampHeader === null ? names : [...names, config.timestampHeader])]
}
