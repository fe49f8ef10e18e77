import { describe, expect, test } from 'vitest'
import { configure } from '../stage/configure.ts'
import { count, standingOf, verify } from '../stage/ledger.ts'
import { deliver } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { useScene } from './scene.ts'

describe('two workers side by side', () => {
  const scene = useScene()

  test('do each of 300 effects exactly once, though one is told to stop in the middle', async () => {
    const { pool } = scene
    const destination = await scene.destination()
    destination.delayMs = 30
    await configure(pool, { key: masterKey, destination: { baseUrl: destination.url, repeat: 'none' } })
    const { origin } = await scene.listener()
    const ids = Array.from({ length: 300 }, (_, index) => `EV${index}`)
    const answers = await Promise.all(ids.map((id) => deliver(origin, { id })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)

    const [leaving, staying] = await Promise.all([scene.worker({ concurrency: 4 }), scene.worker({ concurrency: 4 })])
    await until('both are at work', async () => (await workersOf()).size === 2)
    await until('they are in the middle', () => destination.made.length >= 60)
    leaving.signal('SIGTERM')
    expect(await leaving.exited).toBe('it ended with exit code 0')

    // The middle it was: work was left, and nothing of it was left claimed by the one that went.
    expect(await count(pool, 'processing', `state = 'completed'`)).toBeLessThan(300)
    expect(await count(pool, 'worker', 'pid = $1 AND stopped_at IS NOT NULL', [leaving.pid])).toBe(1)
    expect(await claimedBy(leaving.pid)).toBe(0)
    expect(staying.ended).toBeUndefined()

    await until('everything is completed', async () => (await count(pool, 'processing', `state = 'completed'`)) === 300)
    expect(ids.filter((id) => destination.madeFor(id).length !== 1)).toEqual([])
    expect(destination.attempts).toHaveLength(300)
    expect(await count(pool, 'ledger_entry', `transition IN ('lose', 'reclaim', 'fail')`)).toBe(0)
    expect((await workersOf()).size).toBe(2)
    expect(await verify(scene.databaseUrl)).toEqual({ events: 300 })
  })

  /** Who has begun any effect, by the ledger. */
  async function workersOf(): Promise<Set<string>> {
    const { rows } = await scene.pool.query<{ actor: string }>(
      `SELECT DISTINCT actor FROM ledger_entry WHERE transition = 'submit'`,
    )
    return new Set(rows.map(({ actor }) => actor))
  }

  function claimedBy(pid: number): Promise<number> {
    return count(scene.pool, 'processing', `state = 'claimed' AND worker IN (SELECT id FROM worker WHERE pid = $1)`, [
      pid,
    ])
  }
})

describe('a worker told to stop while a request is under way', () => {
  const scene = useScene()

  test('waits for the answer, writes it down and leaves', async () => {
    const { pool } = scene
    const destination = await scene.destination()
    destination.holding = true
    await configure(pool, { key: masterKey, destination: { baseUrl: destination.url, repeat: 'none' } })
    const { origin } = await scene.listener()
    const { event: eventId } = await deliver(origin, { id: 'EV1' })
    const worker = await scene.worker()
    await until('the destination holds its answer', () => destination.holds === 1)
    worker.signal('SIGTERM')
    await until('it has said that it stops', () => worker.lines.some((line) => line.includes('stopping')))
    await deliver(origin, { id: 'EV2' })
    expect(worker.ended).toBeUndefined()

    destination.release()
    expect(await worker.exited).toBe('it ended with exit code 0')
    expect((await standingOf(pool, eventId ?? 0n)).state).toBe('completed')
    expect(await count(pool, 'processing', `state = 'validated'`)).toBe(1)
    expect(destination.made).toHaveLength(1)
    await verify(scene.databaseUrl)
  })
})
