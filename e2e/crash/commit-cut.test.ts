import { describe, expect, test } from 'vitest'
import { TcpProxy } from '#lib/testing/tcp-proxy.ts'
import { configure } from '../stage/configure.ts'
import { count, reaches, verify } from '../stage/ledger.ts'
import { type Answered, deliver } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { useScene } from './scene.ts'

/*
 * A real web process reaches PostgreSQL through a proxy that loses what belongs to COMMIT. Whichever way the commit
 * went, what the provider is told is true, and its retry makes no second event.
 */

/** The whole wait of a provider, with room for a busy machine. */
const answerWithinMs = 2_500

describe('a provider whose delivery met a lost commit', () => {
  const scene = useScene()

  test('is told the truth, and its retry makes no second event', async () => {
    const { pool } = scene
    const destination = await scene.destination()
    await configure(pool, { key: masterKey, destination: { baseUrl: destination.url, repeat: 'none' } })
    const { proxy, url } = await proxyTo(scene.databaseUrl)
    scene.ends(() => proxy.close())
    const { origin, child } = await scene.web(url)

    const recorded = (id: string) => count(pool, 'event', 'provider_event_id = $1', [id])
    const deliverTwice = async (id: string) => {
      const happened = proxy.happened
      const first = await deliver(origin, { id })
      expect(proxy.happened, 'the fault was made').toBe(happened + 1)
      expectTrue(first, await recorded(id))
      expect(await deliver(origin, { id })).toMatchObject({ status: 200 })
      expect(await recorded(id)).toBe(1)
      return first
    }

    // The commit landed, its answer did not, and the connection ended: PostgreSQL is asked, and the answer is yes.
    proxy.lose('cut_reply_to_commit', 1)
    expect(await deliverTwice('EV-cut-after')).toMatchObject({ status: 200, disposition: 'accepted' })

    // The commit never arrived: PostgreSQL is asked, and the answer is no.
    proxy.lose('cut_before_commit', 1)
    const refused = await deliverTwice('EV-cut-before')
    expect(refused).toMatchObject({ status: 503 })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)

    // The commit landed and the connection fell silent: the provider does not wait for ever.
    proxy.lose('swallow_reply_to_commit', 1)
    expect((await deliverTwice('EV-swallowed')).tookMs).toBeLessThan(answerWithinMs)

    // Many deliveries share a commit; all of them are told the truth.
    proxy.lose('cut_reply_to_commit', 3)
    const ids = Array.from({ length: 60 }, (_, index) => `EV-shared-${index}`)
    const answers = await Promise.all(ids.map((id) => deliver(origin, { id })))
    expect(proxy.remaining).toBe(0)
    for (const [index, id] of ids.entries()) expectTrue(answers[index], await recorded(id))
    for (const id of ids) expect(await deliver(origin, { id })).toMatchObject({ status: 200 })
    expect(await count(pool, 'event', `provider_event_id LIKE 'EV-shared-%'`)).toBe(60)

    // Every commit falls silent for a while: nobody hangs, and it is over as soon as it is over.
    proxy.lose('swallow_reply_to_commit', 1_000)
    const happened = proxy.happened
    const silent = Array.from({ length: 30 }, (_, index) => `EV-silent-${index}`)
    const waited = await Promise.all(silent.map((id) => deliver(origin, { id })))
    expect(proxy.happened).toBeGreaterThan(happened)
    for (const [index, id] of silent.entries()) expectTrue(waited[index], await recorded(id))
    expect(Math.max(...waited.map(({ tookMs }) => tookMs))).toBeLessThan(answerWithinMs)
    proxy.remaining = 0
    await until('deliveries are accepted again', async () => {
      const retried = await Promise.all(silent.map((id) => deliver(origin, { id })))
      return retried.every(({ status }) => status === 200)
    })
    expect(await count(pool, 'event', `provider_event_id LIKE 'EV-silent-%'`)).toBe(30)

    expect(child.ended).toBeUndefined()
    await scene.worker()
    const { rows } = await pool.query<{ id: bigint }>('SELECT id FROM event')
    for (const { id } of rows) await reaches(pool, id, 'completed')
    expect(destination.made).toHaveLength(rows.length)
    expect(await verify(scene.databaseUrl)).toEqual({ events: 93 })
  })
})

function expectTrue(answer: Answered | undefined, recorded: number) {
  if (answer === undefined) throw new Error('no answer came')
  if (answer.status === 200) expect(recorded).toBe(1)
  else expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
}

async function proxyTo(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await TcpProxy.start({ host: url.hostname, port: Number(url.port) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}
