import { Problem } from '#lib/db/problem.ts'
import { demo } from '#lib/providers/demo.ts'
import { demoSource } from './ensure-demo.ts'

export interface Delivery {
  /** Where the product answers. */
  readonly productUrl: string
  readonly secret: string
  readonly body: Buffer
  /** The made-up provider's name of this attempt. */
  readonly reference: string
}

/** Posts one delivery as the provider would: signed, over HTTP. Returns the disposition the product answered. */
export async function sendDelivery({ productUrl, secret, body, reference }: Delivery): Promise<string> {
  const headers = await demo.sign?.({ body, secret, atMs: Date.now(), deliveryReference: reference }, {})
  const response = await fetch(`${productUrl}/api/webhooks/${demoSource}`, {
    method: 'POST',
    headers: { ...headers },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Problem(
      `Delivery ${reference} was answered HTTP ${response.status} instead of 200: ${text.slice(0, 200)}`,
    )
  return (JSON.parse(text) as { disposition: string }).disposition
}
