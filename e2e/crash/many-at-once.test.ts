import { expect, test } from 'vitest'
import { configure } from '../stage/configure.ts'
import { count, reaches, verify } from '../stage/ledger.ts'
import { bodyOf, deliver } from '../stage/sender.ts'
import { masterKey } from './child.ts'
import { useScene } from './scene.ts'

const scene = useScene()

test('fifty identical requests at once, then fifty more through two web processes, make one event and one effect each', async () => {
  const { pool } = scene
  const destination = await scene.destination()
  await configure(pool, { key: masterKey, destination: { baseUrl: destination.url, repeat: 'none' } })
  const [one, two] = await Promise.all([scene.web(), scene.web()])
  await scene.worker()

  const throughOne = await fifty('EV1', () => one.origin)
  const throughTwo = await fifty('EV2', (index) => (index % 2 === 0 ? one.origin : two.origin))

  for (const { id, answers } of [throughOne, throughTwo]) {
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(answers.filter(({ disposition }) => disposition === 'accepted')).toHaveLength(1)
    expect(answers.filter(({ disposition }) => disposition === 'duplicate')).toHaveLength(49)
    const [eventId] = new Set(answers.map(({ event }) => event))
    await reaches(pool, eventId ?? 0n, 'completed')
    expect(await count(pool, 'event', 'provider_event_id = $1', [id])).toBe(1)
    expect(await count(pool, 'delivery', 'event_id = $1', [eventId])).toBe(50)
    expect(destination.madeFor(id)).toHaveLength(1)
  }
  expect(destination.attempts).toHaveLength(2)
  expect(await verify(scene.databaseUrl)).toEqual({ events: 2 })
})

async function fifty(id: string, originOf: (index: number) => string) {
  const body = bodyOf({ id })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => deliver(originOf(index), body)))
  return { id, answers }
}
