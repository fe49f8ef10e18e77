import { isUtf8 } from 'node:buffer'
import type Stripe from 'stripe'
import { z } from 'zod'
import { beginsWithMark } from '#lib/json/parse-json.ts'
import { find } from '#lib/json/pointer.ts'
import type { JsonObject } from '#lib/json/value.ts'
import { checkFreshness } from '#lib/providers/freshness.ts'
import { identify, reject } from '#lib/providers/identify.ts'
import type { Provider, Reading, Secret, Verification, WebhookRequest } from '#lib/providers/provider.ts'
import { readObject } from '#lib/providers/read-object.ts'
import {
  hasMark,
  noSecret,
  notUtf8,
  refuse,
  signatureMalformed,
  signatureMismatch,
  signatureMissing,
} from '#lib/providers/refuse.ts'
import { checkTextSecret } from '#lib/providers/secret-form.ts'
import { isRefusal, parseSignatureList } from '#lib/providers/signature-list.ts'
import { toleranceFields } from '#lib/providers/tolerance-fields.ts'

const header = 'stripe-signature'
const signatureForm = /^[0-9a-f]{64}$/

const config = z.strictObject({
  ...toleranceFields(300, 300),
  /** What the event destination at Stripe is set to send. `either` reads both. */
  payload: z.enum(['either', 'snapshot', 'thin']).default('either'),
  /** Set to `live` or `test`, events of the other mode are recorded and not processed. */
  mode: z.enum(['any', 'live', 'test']).default('any'),
})
type Config = z.output<typeof config>

type Webhooks = typeof Stripe.webhooks
let loaded: Webhooks | undefined

/** Stripe's package costs 36 MB of memory and 0.2 s, so only processes that meet a Stripe request load it. */
async function webhooks(): Promise<Webhooks> {
  loaded ??= (await import('stripe')).default.webhooks
  return loaded
}

/** Stripe's v1 snapshot events (Connect included) and v2 thin events. https://docs.stripe.com/webhooks */
export const stripe: Provider<Config> = {
  name: 'stripe',
  title: 'Stripe',
  config,
  secretForm: {
    description: 'The signing secret of the webhook endpoint: whsec_…, taken whole.',
    check: (value) =>
      /^[spr]k_/.test(value)
        ? 'This is an API key. The signing secret of the endpoint begins with whsec_.'
        : checkTextSecret(value),
  },
  headers: ['content-type', 'user-agent'],
  contentEncodings: [],
  // `stripe events resend` reaches 30 days back; automatic retries end after 3, the dashboard's after 15.
  redeliveryWindowHours: 720,
  verify,
  read,
  sign: async ({ body, secret, atMs }) => ({
    'content-type': 'application/json; charset=utf-8',
    [header]: (await webhooks()).generateTestHeaderString({
      payload: body.toString('utf8'),
      secret,
      timestamp: Math.floor(atMs / 1000),
    }),
  }),
}

/**
 * Stripe's library decides about the signature; it is stricter here where the library is lax: it decodes the body
 * (dropping a byte-order mark, mending bad UTF-8), takes any future timestamp and reads it with parseInt.
 */
async function verify(request: WebhookRequest, secrets: readonly Secret[], config: Config): Promise<Verification> {
  const usable = secrets.filter((secret) => secret.value.trim() !== '')
  if (usable.length === 0) return noSecret
  const value = request.headers[header]
  if (!value) return signatureMissing(header)
  const list = parseSignatureList(value, header)
  if (isRefusal(list)) return list
  if (!list.signatures.some((signature) => signatureForm.test(signature))) {
    return signatureMalformed(header, 'v1 is 64 lower-case hex digits')
  }
  if (!isUtf8(request.body)) return notUtf8
  if (beginsWithMark(request.body)) return hasMark
  const secretId = await matchSecret(request, value, usable)
  if (secretId === null) return signatureMismatch(usable.length)
  return (
    checkFreshness(list.timestamp, request.receivedAtMs, config) ??
    checkStyle(request, config) ?? { ok: true, secretId }
  )
}

async function matchSecret(request: WebhookRequest, value: string, secrets: readonly Secret[]): Promise<number | null> {
  const { signature } = await webhooks()
  // Age is judged afterwards, in both directions; 0 switches the library's own check off.
  const matches = (secret: Secret) => {
    try {
      return signature?.verifyHeader(request.body, value, secret.value, 0, undefined, request.receivedAtMs) === true
    } catch {
      return false
    }
  }
  return secrets.find(matches)?.id ?? null
}

/** A thin event names a change without its content, so an endpoint set up for snapshots has no use for one. */
function checkStyle(request: WebhookRequest, config: Config): Verification | null {
  if (config.payload === 'either') return null
  const read = readObject(request.body)
  if (!read.ok) return null
  const style = isThin(read.object) ? 'thin' : 'snapshot'
  if (style === config.payload) return null
  return refuse(
    'payload_style',
    `This is a ${style} event, and the source is set to take ${config.payload} events only.`,
  )
}

function isThin(object: JsonObject): boolean {
  return object.object === 'v2.core.event'
}

function read(request: WebhookRequest, config: Config): Reading {
  const read = readObject(request.body)
  if (!read.ok) return read
  const { object } = read
  const thin = isThin(object)
  const mode = modeOf(object)
  if (config.mode !== 'any' && mode !== undefined && mode !== config.mode) {
    return reject(
      'mode_mismatch',
      `This is a ${mode}-mode event, and the source takes ${config.mode}-mode events only.`,
    )
  }
  return identify({
    eventId: object.id,
    type: object.type,
    account: thin ? object.context : object.account,
    subject: find(object, thin ? '/related_object/id' : '/data/object/id'),
    occurredAt: object.created,
    mode,
    basis: 'documented',
    // The count of endpoints still waiting falls between attempts; everything else stays as created.
    canonical: read.canonical(['/pending_webhooks']),
  })
}

function modeOf(object: JsonObject): 'live' | 'test' | undefined {
  if (typeof object.livemode !== 'boolean') return undefined
  return object.livemode ? 'live' : 'test'
}
