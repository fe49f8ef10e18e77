import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Provider, WebhookRequest } from '#lib/providers/provider.ts'
import { providerNamed } from '#lib/providers/registry.ts'

const verdict = z.enum(['valid', 'invalid'])

/** A signed test request with the verdict a receiver should reach. Fields not named here are commentary. */
const vectorForm = z.object({
  provider: z.string(),
  name: z.string(),
  /** A certain entry point of the provider's library, where it has several. */
  verifier: z.string().optional(),
  /** Text, a list of them to be tried in turn, or whatever else a provider without an adapter here needs. */
  secret: z.unknown(),
  method: z.string().default('POST'),
  url: z.string().default('https://receiver.example/webhook'),
  headers: z.record(z.string(), z.string()),
  bodyBase64: z.base64(),
  /** Time of receipt, unix seconds. */
  now: z.number(),
  /** What the provider's library says; `policyExpect` is what a careful receiver says, and wins. */
  expect: verdict,
  policyExpect: verdict.optional(),
  reason: z.string().optional(),
  policyReason: z.string().optional(),
  eventId: z.string().nullable().optional(),
  account: z.string().nullable().optional(),
  /** The name of a vector of the same provider that is another attempt at the same event. */
  retryOf: z.string().optional(),
})

export type Vector = z.output<typeof vectorForm>

export function loadVectors(file: string): Vector[] {
  return z.array(vectorForm).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Vectors name the unnamed sender `generic`. */
const adapterNames: Readonly<Record<string, string>> = { generic: 'generic-hmac' }

/** Stripe's library has an entry point per payload style; a source says in its settings which one it expects. */
const verifierSettings: Readonly<Record<string, object>> = {
  stripe: { payload: 'snapshot' },
  'stripe-thin': { payload: 'thin' },
}

export interface Adapter {
  readonly provider: Provider
  readonly config: unknown
}

/** undefined: there is no adapter for this provider, or none for this entry point of it. */
export function adapterOf(vector: Vector): Adapter | undefined {
  const provider = providerNamed(adapterNames[vector.provider] ?? vector.provider)
  if (provider === undefined) return undefined
  const { verifier } = vector
  if (verifier === undefined) return { provider, config: provider.config.parse({}) }
  const settings = verifierSettings[verifier]
  if (settings === undefined || !provider.config.safeParse(settings).success) return undefined
  return { provider, config: provider.config.parse(settings) }
}

export function requestOf(vector: Vector): WebhookRequest {
  return {
    method: vector.method,
    url: vector.url,
    headers: vector.headers,
    body: Buffer.from(vector.bodyBase64, 'base64'),
    receivedAtMs: vector.now * 1000,
  }
}

export function secretsOf(vector: Vector): { id: number; value: string }[] {
  return z
    .array(z.string())
    .parse([vector.secret].flat())
    .map((value, index) => ({ id: index + 1, value }))
}
