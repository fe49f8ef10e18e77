import { isUtf8 } from 'node:buffer'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { checkFreshness, parseUnixSeconds } from '#lib/providers/freshness.ts'
import { identify } from '#lib/providers/identify.ts'
import { decodeStrictly, sameBytes } from '#lib/providers/match-hmac.ts'
import type { Provider, Reading, Secret, Verification, WebhookRequest } from '#lib/providers/provider.ts'
import { readObject } from '#lib/providers/read-object.ts'
import {
  noSecret,
  notUtf8,
  refuse,
  signatureMalformed,
  signatureMismatch,
  signatureMissing,
} from '#lib/providers/refuse.ts'
import { timestampMalformed } from '#lib/providers/signature-list.ts'
import { toleranceFields } from '#lib/providers/tolerance-fields.ts'

const signatureForm = /^v1,[A-Za-z0-9+/]{43}=$/
const maxSignatures = 32
/** The specification asks for 24 to 64 bytes; shorter ones are in use, but under 16 they can be guessed. */
const minKeyBytes = 16

const config = z.strictObject({
  ...toleranceFields(300, 300),
  /** Senders on Svix may still use its older header names; the scheme is the same. */
  headerPrefix: z.enum(['webhook-', 'svix-']).default('webhook-'),
})
type Config = z.output<typeof config>

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, symmetric scheme v1. */
export const standardWebhooks: Provider<Config> = {
  name: 'standard-webhooks',
  title: 'Standard Webhooks',
  config,
  secretForm: { description: 'whsec_ and the key in base64 (24 to 64 bytes).', check: checkSecret },
  headers: ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'svix-id', 'svix-timestamp'],
  contentEncodings: [],
  redeliveryWindowHours: null,
  verify,
  read,
  sign: ({ body, secret, atMs, eventId }, { headerPrefix }) => {
    if (eventId === undefined) throw new Error('Standard Webhooks sign the event id, so signing needs one.')
    return {
      'content-type': 'application/json',
      [`${headerPrefix}id`]: eventId,
      [`${headerPrefix}timestamp`]: String(Math.floor(atMs / 1000)),
      [`${headerPrefix}signature`]: new Webhook(secret).sign(eventId, new Date(atMs), body),
    }
  },
}

function checkSecret(value: string): string | null {
  if (/^wh[sp]k_/.test(value))
    return 'This is an ed25519 key (v1a signatures), which is not supported. Use the whsec_ secret.'
  const key = decodeStrictly(value.replace(/^whsec_/, ''), 'base64')
  if (key === null) return 'The secret is not whsec_ followed by padded base64.'
  return key.length < minKeyBytes ? `The secret holds ${key.length} bytes; at least ${minKeyBytes} are needed.` : null
}

/**
 * The library signs and we compare, since its own verify reads the clock and takes `1790000000abc` for a time. It
 * signs decoded text, so bad UTF-8 is refused before.
 */
function verify(request: WebhookRequest, secrets: readonly Secret[], config: Config): Verification {
  if (secrets.every((secret) => secret.value.trim() === '')) return noSecret
  const names = {
    id: `${config.headerPrefix}id`,
    time: `${config.headerPrefix}timestamp`,
    list: `${config.headerPrefix}signature`,
  }
  const { [names.id]: id, [names.time]: time, [names.list]: list } = request.headers
  if (!list) return signatureMissing(names.list)
  if (!id) return refuse('signature_malformed', `The ${names.id} header, which the signature covers, is missing.`)
  if (!time) return refuse('timestamp_missing', `The ${names.time} header, which the signature covers, is missing.`)
  const signedAt = parseUnixSeconds(time)
  if (signedAt === null) return timestampMalformed(names.time)
  const given = list.split(' ').filter((item) => signatureForm.test(item))
  if (given.length === 0 || given.length > maxSignatures)
    return signatureMalformed(names.list, 'v1,<base64>, several separated by spaces')
  if (!isUtf8(request.body)) return notUtf8
  const secretId = matchSecret(request.body, id, signedAt, given, secrets)
  if (secretId === null) return signatureMismatch(secrets.length)
  return checkFreshness(signedAt, request.receivedAtMs, config) ?? { ok: true, secretId }
}

function matchSecret(
  body: Buffer,
  id: string,
  signedAt: number,
  given: readonly string[],
  secrets: readonly Secret[],
): number | null {
  for (const secret of secrets) {
    try {
      const expected = Buffer.from(new Webhook(secret.value).sign(id, new Date(signedAt * 1000), body))
      if (given.filter((item) => sameBytes(Buffer.from(item), expected)).length > 0) return secret.id
    } catch {
      // Thrown for a secret that is no base64: it can have signed nothing.
    }
  }
  return null
}

function read(request: WebhookRequest, config: Config): Reading {
  const read = readObject(request.body)
  if (!read.ok) return read
  return identify({
    eventId: request.headers[`${config.headerPrefix}id`],
    // The specification recommends a type and demands none.
    type: read.object.type ?? 'untyped',
    occurredAt: read.object.timestamp,
    basis: 'documented',
    canonical: read.canonical([]),
  })
}
