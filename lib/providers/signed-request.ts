import type { Provider, Secret, SigningInput, WebhookRequest } from '#lib/providers/provider.ts'

export interface Sending {
  readonly secret: string
  readonly atMs: number
  readonly settings?: object
  readonly fields?: Omit<SigningInput, 'body' | 'secret' | 'atMs'>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as the provider would send it, received at the moment it was signed. */
export async function signedRequest(
  provider: Provider,
  body: Buffer | string,
  sending: Sending,
): Promise<WebhookRequest> {
  if (provider.sign === undefined) throw new Error(`The ${provider.name} adapter cannot sign.`)
  const bytes = Buffer.from(body)
  const { secret, atMs, fields } = sending
  const config = provider.config.parse(sending.settings ?? {})
  const signed = await provider.sign({ body: bytes, secret, atMs, ...fields }, config)
  const headers = { 'content-type': 'application/json', ...signed, ...sending.headers }
  return { method: 'POST', url: 'https://receiver.example/', headers, body: bytes, receivedAtMs: atMs }
}

export function secret(value: string, id = 1): Secret {
  return { id, value }
}
