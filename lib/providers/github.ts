import { isUtf8 } from 'node:buffer'
import { sign, verify as verifyText } from '@octokit/webhooks-methods'
import { z } from 'zod'
import { find, textAt, textOf } from '#lib/json/pointer.ts'
import type { JsonObject } from '#lib/json/value.ts'
import { identify, reject } from '#lib/providers/identify.ts'
import type { Provider, Reading, Secret, Verification, WebhookRequest } from '#lib/providers/provider.ts'
import { type ObjectRead, readObject } from '#lib/providers/read-object.ts'
import { noSecret, notUtf8, signatureMalformed, signatureMismatch, signatureMissing } from '#lib/providers/refuse.ts'
import { checkTextSecret } from '#lib/providers/secret-form.ts'

const header = 'x-hub-signature-256'
const signatureForm = /^sha256=[0-9a-f]{64}$/

const config = z.strictObject({})
type Config = z.output<typeof config>

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const github: Provider<Config> = {
  name: 'github',
  title: 'GitHub',
  config,
  secretForm: { description: 'The secret of the webhook or of the GitHub App.', check: checkTextSecret },
  headers: [
    'content-type',
    'user-agent',
    'x-github-delivery',
    'x-github-enterprise-host',
    'x-github-event',
    'x-github-hook-id',
    'x-github-hook-installation-target-id',
    'x-github-hook-installation-target-type',
  ],
  contentEncodings: [],
  // GitHub never retries by itself. A person can redeliver for 3 days on github.com, 7 on Enterprise Server.
  redeliveryWindowHours: 168,
  verify,
  read,
  sign: async ({ body, secret, eventId, type }) => ({
    'content-type': 'application/json',
    ...(eventId === undefined ? {} : { 'x-github-delivery': eventId }),
    'x-github-event': type?.split('.')[0] ?? 'ping',
    [header]: await sign(secret, body.toString('utf8')),
  }),
}

/** Nothing in the signature is bound to a time, so an old request is as good as a new one: identity must catch it. */
async function verify(request: WebhookRequest, secrets: readonly Secret[]): Promise<Verification> {
  const usable = secrets.filter((secret) => secret.value.trim() !== '')
  if (usable.length === 0) return noSecret
  const value = request.headers[header]
  if (!value) return signatureMissing(header)
  if (!signatureForm.test(value)) return signatureMalformed(header, 'sha256= and 64 lower-case hex digits')
  if (!isUtf8(request.body)) return notUtf8
  const text = request.body.toString('utf8')
  for (const secret of usable) {
    if (await matches(secret.value, text, value)) return { ok: true, secretId: secret.id }
  }
  return signatureMismatch(usable.length)
}

async function matches(secret: string, text: string, value: string): Promise<boolean> {
  try {
    return await verifyText(secret, text, value)
  } catch {
    // The library throws on an empty body; whatever it throws on is not authentic.
    return false
  }
}

function read(request: WebhookRequest): Reading {
  const read = readBody(request)
  if (!read.ok) return read
  const name = request.headers['x-github-event']
  const action = textAt(read.object, '/action')
  return identify({
    eventId: request.headers['x-github-delivery'],
    type: name !== undefined && action !== undefined ? `${name}.${action}` : name,
    account: accountOf(read.object),
    // The GUID stays the same when a delivery is sent again, but no signature covers it.
    basis: 'unsigned_header',
    canonical: read.canonical([]),
  })
}

/** The widest owner named: an app's installation, else the organisation, else the repository of a personal account. */
function accountOf(object: JsonObject): string | undefined {
  for (const owner of ['installation', 'organization', 'repository']) {
    const id = textOf(find(object, `/${owner}/id`))
    if (id !== undefined) return `${owner}:${id}`
  }
  return undefined
}

/** A hook set to `application/x-www-form-urlencoded` sends the JSON as one form field; the signature covers the form. */
function readBody(request: WebhookRequest): ObjectRead {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true
  if (!isForm) return readObject(request.body)
  const field = request.body
    .toString('utf8')
    .split('&')
    .find((part) => part.startsWith('payload='))
  if (field === undefined) return reject('not_json', 'The form has no payload field.')
  try {
    return readObject(Buffer.from(decodeURIComponent(field.slice('payload='.length).replaceAll('+', ' '))))
  } catch {
    return reject('not_json', 'The payload field of the form is not properly percent-encoded.')
  }
}
