import { describe, expect, test } from 'vitest'
import type { Pool } from '#lib/db/connect.ts'
import { configure } from '../stage/configure.ts'
import type { Destination } from '../stage/destination.ts'
import { reaches, standingOf, storyOf, verify } from '../stage/ledger.ts'
import { deliver } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { type Scene, useScene } from './scene.ts'

/*
 * A worker stands still past its lease (a paused container, a machine that swaps) and comes back believing that it
 * still holds its events. By then somebody else has finished them.
 */

const event = { id: 'EV1', type: 'packet.ready', subject: 'P11' }

interface Finding {
  kind: string
  verdict: string
  attempt: number | null
  reference: string | null
}

async function findingsOf(pool: Pool, eventId: bigint): Promise<Finding[]> {
  const { rows } = await pool.query<Finding>(
    'SELECT kind, verdict, attempt, reference FROM reconciliation_finding WHERE event_id = $1 ORDER BY id',
    [eventId],
  )
  return rows
}

async function begin(scene: Scene): Promise<{ destination: Destination; origin: string; eventId: bigint }> {
  const destination = await scene.destination()
  await configure(scene.pool, { key: masterKey, destination: { baseUrl: destination.url, repeat: 'lookup' } })
  const { origin } = await scene.listener()
  const { event: eventId } = await deliver(origin, event)
  if (eventId === null) throw new Error('the event was not accepted')
  return { destination, origin, eventId }
}

const sent = [
  'receive by inbox',
  'validate by inbox',
  'claim by worker',
  'operation plan by worker',
  'operation submit by worker',
]
const foundByLookup = [
  'operation lose by reaper',
  'lose by reaper',
  'operation confirm by reconciler',
  'settle by reconciler',
]

describe.concurrent('a worker stopped while its request is under way', () => {
  const scene = useScene()

  test('changes no state when it comes back; its late answer is kept as evidence', async () => {
    const { pool } = scene
    const { destination, origin, eventId } = await begin(scene)
    destination.holding = true
    const stopped = await scene.worker()
    await until('the destination has acted', () => destination.made.length === 1)
    stopped.signal('SIGSTOP')
    await stopped.standsStill()

    await scene.worker()
    await reaches(pool, eventId, 'effect_uncertain')
    await deliver(origin, event)
    await reaches(pool, eventId, 'completed')
    const before = { standing: await standingOf(pool, eventId), story: await storyOf(pool, eventId) }
    expect(before.story).toEqual([...sent, ...foundByLookup])

    destination.release()
    stopped.signal('SIGCONT')
    const late = await until('the late answer is kept', async () =>
      (await findingsOf(pool, eventId)).find(({ kind }) => kind === 'late_answer'),
    )
    expect(late).toMatchObject({ verdict: 'found', attempt: 1, reference: 'R1' })
    expect(stopped.ended).toBeUndefined()
    expect({ standing: await standingOf(pool, eventId), story: await storyOf(pool, eventId) }).toEqual(before)
    expect(destination.attempts).toHaveLength(1)
    expect(destination.made).toHaveLength(1)
    await verify(scene.databaseUrl)
  })
})

describe.concurrent('a worker stopped with the answer in hand', () => {
  const scene = useScene()

  test('cannot write it under its old fence', async () => {
    const { pool } = scene
    const { destination, origin, eventId } = await begin(scene)
    const stopped = await scene.worker({ point: 'after_effect:stop' })
    await stopped.standsStill()
    expect(destination.made).toHaveLength(1)
    expect(await storyOf(pool, eventId)).toEqual(sent)

    await scene.worker()
    await reaches(pool, eventId, 'effect_uncertain')
    await deliver(origin, event)
    await reaches(pool, eventId, 'completed')
    const before = { standing: await standingOf(pool, eventId), story: await storyOf(pool, eventId) }

    stopped.signal('SIGCONT')
    await until('the late answer is kept', async () =>
      (await findingsOf(pool, eventId)).some(({ kind, reference }) => kind === 'late_answer' && reference === 'R1'),
    )
    expect({ standing: await standingOf(pool, eventId), story: await storyOf(pool, eventId) }).toEqual(before)
    expect(destination.made).toHaveLength(1)
    await verify(scene.databaseUrl)
  })
})

describe.concurrent('a worker stopped between its intent and its request', () => {
  const scene = useScene()

  test('sends nothing when it comes back: somebody else has sent it', async () => {
    const { pool } = scene
    const { destination, origin, eventId } = await begin(scene)
    const stopped = await scene.worker({ point: 'after_intent:stop' })
    await stopped.standsStill()
    expect(await storyOf(pool, eventId)).toEqual(sent)
    expect(destination.attempts).toHaveLength(0)

    await scene.worker()
    await reaches(pool, eventId, 'effect_uncertain')
    await deliver(origin, event)
    await reaches(pool, eventId, 'completed')
    const before = { standing: await standingOf(pool, eventId), story: await storyOf(pool, eventId) }
    expect(before.story.slice(sent.length)).toEqual([
      'operation lose by reaper',
      'lose by reaper',
      'operation verify_absent by reconciler',
      'resume by reconciler',
      'claim by worker',
      'operation submit by worker',
      'operation confirm by worker',
      'complete by worker',
    ])

    stopped.signal('SIGCONT')
    const late = await until('it has said that it sent nothing', async () =>
      (await findingsOf(pool, eventId)).find(({ kind }) => kind === 'late_answer'),
    )
    expect(late).toMatchObject({ verdict: 'absent', attempt: 1, reference: null })
    expect({ standing: await standingOf(pool, eventId), story: await storyOf(pool, eventId) }).toEqual(before)
    expect(destination.attempts).toHaveLength(1)
    await verify(scene.databaseUrl)
  })
})

describe.concurrent('a worker stopped right after its claim', () => {
  const scene = useScene()

  test('plans and sends nothing when it comes back', async () => {
    const { pool } = scene
    const { destination, origin, eventId } = await begin(scene)
    const stopped = await scene.worker({ point: 'after_claim:stop' })
    await stopped.standsStill()
    const other = await scene.worker()
    await reaches(pool, eventId, 'completed')
    const before = await storyOf(pool, eventId)
    expect(before.slice(0, 5)).toEqual([...sent.slice(0, 3), 'reclaim by reaper', 'claim by worker'])
    await other.end()

    stopped.signal('SIGCONT')
    // Alone now, it takes up what came later; by then it has been through what it held.
    const { event: next } = await deliver(origin, { ...event, id: 'EV2' })
    await reaches(pool, next ?? 0n, 'completed')
    expect(await storyOf(pool, eventId)).toEqual(before)
    expect(destination.madeFor('EV1')).toHaveLength(1)
    expect(destination.madeFor('EV2')).toHaveLength(1)
    await verify(scene.databaseUrl)
  })
})
