import { isLosslessNumber } from 'lossless-json'
import { textOf } from '#lib/json/pointer.ts'
import type { JsonValue } from '#lib/json/value.ts'
import { parseInstant } from '#lib/providers/parse-instant.ts'
import type { IdentityBasis, Reading, RejectionReason } from '#lib/providers/provider.ts'

/**
 * In UTF-16 code units. Event id and account share a unique index whose entries PostgreSQL limits to 2,704 bytes;
 * three bytes per unit at worst keep them below.
 */
const maxLengths = { eventId: 512, account: 255, type: 255, subject: 512, revision: 128 } as const

/** Values as they were found; whether they can serve is decided here, once for all adapters. */
interface Candidates {
  readonly eventId: JsonValue | undefined
  readonly type: JsonValue | undefined
  readonly basis: IdentityBasis
  readonly canonical: Buffer | string
  readonly account?: JsonValue | undefined
  readonly subject?: JsonValue | undefined
  readonly revision?: JsonValue | undefined
  readonly occurredAt?: JsonValue | undefined
  readonly attemptNumber?: JsonValue | undefined
  readonly deliveryReference?: JsonValue | undefined
  readonly mode?: 'live' | 'test' | undefined
}

type Rejected = Extract<Reading, { ok: false }>

export function identify(found: Candidates): Reading {
  const deliveryReference = referenceOf(found.deliveryReference)
  const rejected = rejectionOf(found)
  if (rejected !== null) return { ...rejected, ...defined({ deliveryReference }) }
  return {
    ok: true,
    event: {
      account: textOf(found.account) ?? null,
      eventId: textOf(found.eventId) ?? '',
      type: textOf(found.type) ?? '',
      basis: found.basis,
      canonical: found.canonical,
      ...defined({
        subject: textOf(found.subject),
        revision: textOf(found.revision),
        occurredAtMs: parseInstant(found.occurredAt),
        deliveryReference,
        attemptNumber: attemptOf(found.attemptNumber),
        mode: found.mode,
      }),
    },
  }
}

function rejectionOf(found: Candidates): Rejected | null {
  return (
    checkEventId(found.eventId) ??
    checkType(found.type) ??
    checkOptional(found.account, 'account', 'bad_account') ??
    checkOptional(found.subject, 'subject', 'bad_subject') ??
    checkOptional(found.revision, 'revision', 'bad_revision')
  )
}

export function reject(reason: RejectionReason, message: string): Rejected {
  return { ok: false, reason, message }
}

function checkEventId(value: JsonValue | undefined): Rejected | null {
  if (isAbsent(value))
    return reject('no_event_id', 'The request carries no event id, so repeats of it cannot be recognised.')
  const text = textOf(value)
  if (text === undefined) return reject('no_event_id', 'The event id is neither text nor a number.')
  if (isBlank(text))
    return reject(
      'blank_event_id',
      'The event id is blank. Used as a key, it would swallow every later event without an id.',
    )
  if (!isStorable(text))
    return reject(
      'event_id_not_well_formed',
      'The event id holds U+0000 or half a surrogate pair, so it could not be told apart from another id once stored.',
    )
  if (text.length > maxLengths.eventId)
    return reject('event_id_too_long', `The event id is longer than ${maxLengths.eventId} characters.`)
  return null
}

function checkType(value: JsonValue | undefined): Rejected | null {
  if (isAbsent(value)) return reject('no_type', 'The request does not say what type of event it is.')
  return isUsable(value, maxLengths.type) ? null : reject('bad_type', unusable('type', maxLengths.type))
}

function checkOptional(
  value: JsonValue | undefined,
  name: 'account' | 'subject' | 'revision',
  reason: RejectionReason,
): Rejected | null {
  return isAbsent(value) || isUsable(value, maxLengths[name]) ? null : reject(reason, unusable(name, maxLengths[name]))
}

function unusable(name: string, max: number): string {
  return `The event's ${name} is not usable: it must be text or a number, not blank, well-formed and at most ${max} characters.`
}

function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null
}

function isUsable(value: JsonValue | undefined, max: number): boolean {
  const text = textOf(value)
  return text !== undefined && !isBlank(text) && isStorable(text) && text.length <= max
}

/** White space, control and format characters only: nothing a person could tell from nothing. */
function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(text)
}

/** PostgreSQL's text takes neither U+0000 nor, by way of UTF-8, an unpaired surrogate. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

function referenceOf(value: JsonValue | undefined): string | undefined {
  return isUsable(value, 255) ? textOf(value) : undefined
}

function attemptOf(value: JsonValue | undefined): number | undefined {
  const text = isLosslessNumber(value) ? value.value : value
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
