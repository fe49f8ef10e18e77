import { find } from '#lib/json/pointer.ts'
import type { JsonObject, JsonValue } from '#lib/json/value.ts'
import { checkFreshness, parseUnixSeconds } from '#lib/providers/freshness.ts'
import {
  type GenericHmacConfig as Config,
  genericHmacConfig,
  headersRead,
  signedContentOf,
} from '#lib/providers/generic-hmac-config.ts'
import { identify } from '#lib/providers/identify.ts'
import { decodeDigest, decodeStrictly, type HmacKey, hmac, matchHmac } from '#lib/providers/match-hmac.ts'
import type { Provider, Reading, Secret, SigningInput, Verification, WebhookRequest } from '#lib/providers/provider.ts'
import { readObject } from '#lib/providers/read-object.ts'
import {
  noSecret,
  type Refusal,
  refuse,
  signatureMalformed,
  signatureMismatch,
  signatureMissing,
} from '#lib/providers/refuse.ts'
import { checkTextSecret } from '#lib/providers/secret-form.ts'
import { isRefusal, parseSignatureList, timestampMalformed } from '#lib/providers/signature-list.ts'

const maxSignatures = 32

/** Any sender that signs the raw bytes with an HMAC; header, encoding and places of identity are settings. */
export const genericHmac: Provider<Config> = {
  name: 'generic-hmac',
  title: 'Generic HMAC',
  config: genericHmacConfig,
  secretForm: {
    description: 'The key shared with the sender, as text, hex or base64 by the secretEncoding setting.',
    check: (value, config) => {
      const encoding = config?.secretEncoding ?? 'text'
      if (encoding === 'text' || value.trim() === '') return checkTextSecret(value)
      return keyOf(value, encoding) === null
        ? `The secret is not valid ${encoding}, as the secretEncoding setting says it is.`
        : null
    },
  },
  headers: ['content-type', 'user-agent'],
  headersOf: headersRead,
  contentEncodings: [],
  redeliveryWindowHours: null,
  verify,
  read,
  sign,
}

interface Claim {
  readonly timestamp: number | null
  readonly signatures: readonly string[]
}

function verify(request: WebhookRequest, secrets: readonly Secret[], config: Config): Verification {
  const usable = secrets.filter((secret) => (keyOf(secret.value, config.secretEncoding)?.length ?? 0) > 0)
  if (usable.length === 0) return noSecret
  const claim = claimOf(request, config)
  if (isRefusal(claim)) return claim
  const signatures = claim.signatures
    .map((text) => decodeDigest(text, config.encoding, config.algorithm))
    .filter((bytes) => bytes !== null)
  if (signatures.length === 0) return signatureMalformed(config.header, formOf(config))
  const secretId = matchHmac({
    algorithm: config.algorithm,
    signed: [contentBeforeBody(config, claim.timestamp), request.body],
    signatures,
    secrets: usable,
    keyOf: (secret) => keyOf(secret, config.secretEncoding),
  })
  if (secretId === null) return signatureMismatch(usable.length)
  const stale = claim.timestamp === null ? null : checkFreshness(claim.timestamp, request.receivedAtMs, config)
  return stale ?? { ok: true, secretId }
}

function claimOf(request: WebhookRequest, config: Config): Claim | Refusal {
  const value = headerOf(request, config.header)
  if (!value) return signatureMissing(config.header)
  if (config.scheme === 'timestamped') return parseSignatureList(value, config.header)
  const items = value.split(',').map((item) => item.trim())
  const signatures = items
    .filter((item) => item.startsWith(config.prefix))
    .map((item) => item.slice(config.prefix.length))
  if (signatures.length === 0 || signatures.length > maxSignatures)
    return signatureMalformed(config.header, formOf(config))
  if (config.timestampHeader === null) return { timestamp: null, signatures }
  const time = headerOf(request, config.timestampHeader)
  if (!time)
    return refuse('timestamp_missing', `The ${config.timestampHeader} header, which the signature covers, is missing.`)
  const timestamp = parseUnixSeconds(time)
  return timestamp === null ? timestampMalformed(config.timestampHeader) : { timestamp, signatures }
}

/** Names come from settings, so one may be the name of something every object inherits. */
function headerOf(request: WebhookRequest, name: string): string | undefined {
  return Object.hasOwn(request.headers, name) ? request.headers[name] : undefined
}

function formOf({ scheme, prefix, algorithm, encoding }: Config): string {
  const signature = `${encoding === 'hex' ? 'lower-case hex' : 'padded base64'} of HMAC-${algorithm.toUpperCase()}`
  return scheme === 'timestamped' ? `t=<unix seconds>,v1=<${signature}>` : `${prefix}<${signature}>`
}

function contentBeforeBody(config: Config, timestamp: number | null): string {
  return signedContentOf(config).slice(0, -'{body}'.length).replace('{timestamp}', String(timestamp))
}

function keyOf(secret: string, encoding: Config['secretEncoding']): HmacKey | null {
  if (encoding !== 'text') return decodeStrictly(secret, encoding)
  return secret.trim() === '' ? null : secret
}

function read(request: WebhookRequest, config: Config): Reading {
  const read = readObject(request.body)
  if (!read.ok) return read
  const at = (place: string | null) => valueAt(place, request, read.object)
  return identify({
    eventId: at(config.eventId),
    type: at(config.type) ?? config.defaultType,
    account: at(config.account),
    subject: at(config.subject),
    revision: at(config.revision),
    occurredAt: at(config.occurredAt),
    deliveryReference: at(config.deliveryReference),
    attemptNumber: at(config.attemptNumber),
    basis: config.eventId.startsWith('header:') ? 'unsigned_header' : 'documented',
    canonical: read.canonical(config.omit),
  })
}

function valueAt(place: string | null, request: WebhookRequest, object: JsonObject): JsonValue | undefined {
  if (place === null) return undefined
  return place.startsWith('header:') ? headerOf(request, place.slice('header:'.length)) : find(object, place)
}

function sign(
  { body, secret, atMs, eventId, type, deliveryReference }: SigningInput,
  config: Config,
): Record<string, string> {
  const seconds = Math.floor(atMs / 1000)
  const key = keyOf(secret, config.secretEncoding)
  if (key === null) throw new Error('The secret is not usable under these settings.')
  const signature = hmac(config.algorithm, key, [contentBeforeBody(config, seconds), body]).toString(config.encoding)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    [config.header]: config.scheme === 'timestamped' ? `t=${seconds},v1=${signature}` : `${config.prefix}${signature}`,
  }
  if (config.timestampHeader !== null) headers[config.timestampHeader] = String(seconds)
  const values = { eventId, type, deliveryReference }
  for (const field of ['eventId', 'type', 'deliveryReference'] as const) {
    const [place, value] = [config[field], values[field]]
    if (place?.startsWith('header:') && value !== undefined) headers[place.slice('header:'.length)] = value
  }
  return headers
}
