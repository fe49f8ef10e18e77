import { randomBytes } from 'node:crypto'
import type { Pool } from '#lib/db/connect.ts'
import { configure } from './configure.ts'
import { Destination } from './destination.ts'
import { reaches, storyOf } from './ledger.ts'
import { type Answered, bodyOf, type DemoEvent, deliver, post } from './sender.ts'
import { until } from './until.ts'

/**
 * A provider of a browser story: one source with its own account, and the destination its notes are handed on to,
 * which can be told to refuse or to lose its answer. Nothing of it meets another story's.
 */
export class Provider {
  /** Also the slug of source and destination. */
  readonly name: string
  readonly destination: Destination
  readonly #pool: Pool
  readonly #origin: string

  private constructor(name: string, destination: Destination, pool: Pool, origin: string) {
    this.name = name
    this.destination = destination
    this.#pool = pool
    this.#origin = origin
  }

  static async open({ pool, key }: { pool: Pool; key: Buffer }, origin: string): Promise<Provider> {
    const name = `story-${randomBytes(4).toString('hex')}`
    const destination = await Destination.start()
    await configure(pool, {
      key,
      source: { slug: name, account: name },
      destination: { slug: name, baseUrl: destination.url, repeat: 'none' },
    })
    // A new source takes deliveries within a second; until then nobody has its address.
    const unsigned = () => post(`${origin}/api/webhooks/${name}`, Buffer.from('{}'), {})
    await until(`source ${name} takes deliveries`, async () => (await unsigned()).status === 401)
    return new Provider(name, destination, pool, origin)
  }

  close(): Promise<void> {
    return this.destination.close()
  }

  deliver(event: DemoEvent): Promise<Answered> {
    return deliver(this.#origin, bodyOf({ account: this.name, ...event }), this.name)
  }

  /** Delivers a new event and waits until it stands in a state. Returns our number of it. */
  async delivered(state: string, event: Partial<DemoEvent> = {}): Promise<string> {
    const id = `EV-${randomBytes(4).toString('hex')}`
    const answer = await this.deliver({ id, ...event })
    if (answer.event === null) throw new Error(`the event was not accepted: ${answer.text}`)
    await reaches(this.#pool, answer.event, state)
    return String(answer.event)
  }

  /** An event whose request the destination refused for good. */
  async failed(): Promise<string> {
    this.destination.status = 422
    const event = await this.delivered('failed')
    this.destination.status = 200
    return event
  }

  /** An event whose request the destination acted on, and whose answer was lost. */
  async uncertain(): Promise<string> {
    this.destination.losing = true
    const event = await this.delivered('effect_uncertain')
    this.destination.losing = false
    return event
  }

  /** An event that came with two contents. Returns the path of the conflict's page. */
  async conflict(): Promise<string> {
    const id = `EV-${randomBytes(4).toString('hex')}`
    const { event } = await this.deliver({ id, data: { amount: 1 } })
    await this.deliver({ id, data: { amount: 2 } })
    const { rows } = await this.#pool.query<{ id: bigint }>('SELECT id FROM payload_conflict WHERE event_id = $1', [
      event,
    ])
    return `/conflicts/${rows[0]?.id}`
  }

  story(event: string): Promise<string[]> {
    return storyOf(this.#pool, BigInt(event))
  }
}
