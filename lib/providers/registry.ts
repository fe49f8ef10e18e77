import { demo } from '#lib/providers/demo.ts'
import { genericHmac } from '#lib/providers/generic-hmac.ts'
import { github } from '#lib/providers/github.ts'
import type { Provider } from '#lib/providers/provider.ts'
import { standardWebhooks } from '#lib/providers/standard-webhooks.ts'
import { stripe } from '#lib/providers/stripe.ts'

/** Adding a provider: write its file, add it here. */
const all: readonly Provider[] = [stripe, github, standardWebhooks, genericHmac, demo]

export const providers: ReadonlyMap<string, Provider> = new Map(all.map((provider) => [provider.name, provider]))

export function providerNamed(name: string): Provider | undefined {
  return providers.get(name)
}
