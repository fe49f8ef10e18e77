import type { Pool } from '#lib/db/connect.ts'
import { Problem } from '#lib/db/problem.ts'
import { type Demo, demoAccount } from './ensure-demo.ts'
import { nextNumber } from './next-number.ts'
import { readStanding, type Standing } from './read-standing.ts'
import { sendDelivery } from './send-delivery.ts'
import { waitUntil } from './wait-until.ts'

interface Stage {
  readonly pool: Pool
  readonly demo: Demo
  readonly productUrl: string
  readonly packetsUrl: string
  say(line: string): void
}

export interface Played {
  readonly eventId: string
  readonly standing: Standing
  /** Items the destination counted more than before. */
  readonly creations: number
}

const limitMs = 20_000
/** How long the destination sits on the request before it loses the answer: time enough for the second delivery. */
const holdMs = 1_500

/**
 * The timeline this product exists for. The provider delivers one event four times: while nobody knows it, while a
 * worker is at it, while its effect is uncertain, and when all is done. One review item is wanted.
 */
export async function play(stage: Stage): Promise<Played> {
  const { pool, demo, say } = stage
  const number = await nextNumber(pool, demoAccount)
  const eventId = `EV${number}`
  const packet = `P${number - 59}`
  const before = await countCreations(stage.packetsUrl)
  const deliver = await deliverer(stage, eventId, packet)
  const reached = (what: string, wanted: (standing: Standing) => boolean) =>
    waitUntil(what, limitMs, async () => {
      const standing = await readStanding(pool, demo.sourceId, eventId)
      return standing && wanted(standing) ? standing : undefined
    })

  await deliver('D1', 'accepted')
  await reached(`a worker has submitted ${eventId}`, ({ operation }) => operation === 'submitted')
  say(`    a worker claimed ${eventId}, recorded its intent and sent the request`)
  await deliver('D2', 'duplicate')
  await reached(`the effect of ${eventId} is uncertain`, ({ state }) => state === 'effect_uncertain')
  say('    the destination acted and its answer was lost: the effect is uncertain, nothing is sent again')
  await deliver('D3', 'duplicate')
  const settled = await reached(`reconciliation settles ${eventId}`, ({ state }) => state === 'completed')
  say(`    reconciliation found ${settled.reference}: completed`)
  await deliver('D4', 'duplicate')

  const standing = await readStanding(pool, demo.sourceId, eventId)
  if (standing === undefined) throw new Problem(`${eventId} has disappeared from the ledger.`)
  return { eventId, standing, creations: (await countCreations(stage.packetsUrl)) - before }
}

async function deliverer({ demo, productUrl, say }: Stage, eventId: string, packet: string) {
  const body = Buffer.from(
    JSON.stringify({
      id: eventId,
      account: demoAccount,
      type: 'packet.ready',
      subject: packet,
      occurred_at: new Date().toISOString(),
      data: { title: `Research packet ${packet} is ready`, simulate: { response: 'lost', holdMs } },
    }),
  )
  return async (name: string, expected: string) => {
    const reference = `${eventId}-${name}`
    const disposition = await sendDelivery({ productUrl, secret: demo.secret, body, reference })
    say(`${name}  ${eventId} "${packet} is ready" → ${disposition}`)
    if (disposition !== expected) throw new Problem(`Delivery ${name} should have been ${expected}.`)
  }
}

async function countCreations(packetsUrl: string): Promise<number> {
  const response = await fetch(`${packetsUrl}/stats`, { signal: AbortSignal.timeout(5_000) })
  return ((await response.json()) as { creations: number }).creations
}
