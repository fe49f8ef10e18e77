import { z } from 'zod'
import { checkFreshness } from '#lib/providers/freshness.ts'
import { identify } from '#lib/providers/identify.ts'
import { decodeDigest, hmac, matchHmac } from '#lib/providers/match-hmac.ts'
import type { Provider, Reading, Secret, Verification, WebhookRequest } from '#lib/providers/provider.ts'
import { readObject } from '#lib/providers/read-object.ts'
import { noSecret, signatureMalformed, signatureMismatch, signatureMissing } from '#lib/providers/refuse.ts'
import { checkTextSecret } from '#lib/providers/secret-form.ts'
import { isRefusal, parseSignatureList } from '#lib/providers/signature-list.ts'

const header = 'x-demo-signature'
const referenceHeader = 'x-demo-delivery'
const tolerance = { pastToleranceSeconds: 300, futureToleranceSeconds: 60 }

const config = z.strictObject({})
type Config = z.output<typeof config>

/** The made-up provider of the demonstration: body { id, account, type, subject, revision, data }, signed as Stripe does. */
export const demo: Provider<Config> = {
  name: 'demo',
  title: 'Demo',
  config,
  secretForm: { description: 'Any text.', check: checkTextSecret },
  headers: ['content-type', 'user-agent', referenceHeader],
  contentEncodings: [],
  redeliveryWindowHours: 24,
  verify,
  read,
  sign: ({ body, secret, atMs, deliveryReference }) => {
    const seconds = Math.floor(atMs / 1000)
    const signature = hmac('sha256', secret, [`${seconds}.`, body]).toString('hex')
    return {
      'content-type': 'application/json',
      [header]: `t=${seconds},v1=${signature}`,
      ...(deliveryReference === undefined ? {} : { [referenceHeader]: deliveryReference }),
    }
  },
}

function verify(request: WebhookRequest, secrets: readonly Secret[]): Verification {
  const usable = secrets.filter((secret) => secret.value.trim() !== '')
  if (usable.length === 0) return noSecret
  const value = request.headers[header]
  if (!value) return signatureMissing(header)
  const list = parseSignatureList(value, header)
  if (isRefusal(list)) return list
  const signatures = list.signatures
    .map((text) => decodeDigest(text, 'hex', 'sha256'))
    .filter((bytes) => bytes !== null)
  if (signatures.length === 0) return signatureMalformed(header, 'v1 is 64 lower-case hex digits')
  const signed = [`${list.timestamp}.`, request.body]
  const secretId = matchHmac({ algorithm: 'sha256', signed, signatures, secrets: usable, keyOf: (secret) => secret })
  if (secretId === null) return signatureMismatch(usable.length)
  return checkFreshness(list.timestamp, request.receivedAtMs, tolerance) ?? { ok: true, secretId }
}

function read(request: WebhookRequest): Reading {
  const read = readObject(request.body)
  if (!read.ok) return read
  const { id, type, account, subject, revision, occurred_at } = read.object
  return identify({
    eventId: id,
    type,
    account,
    subject,
    revision,
    occurredAt: occurred_at,
    deliveryReference: request.headers[referenceHeader],
    basis: 'documented',
    canonical: read.canonical([]),
  })
}
