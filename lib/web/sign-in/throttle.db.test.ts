import { beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '#lib/db/connect.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { type Attempt, countAttempt, forgiveAttempt } from './throttle.ts'

const database = useDatabase()
const ann: Attempt = { email: 'ann@example.com', remoteAddress: '192.0.2.1' }
const from = (number: number): Attempt => ({ ...ann, remoteAddress: `192.0.2.${number}` })
const asAnyone = (number: number): Attempt => ({ ...ann, email: `person${number}@example.com` })

const attempt = (as: Attempt) => countAttempt(database.pool, as)
const forgive = (as: Attempt) => transaction(database.pool, (tx) => forgiveAttempt(tx, as))
/** As if everything so far had happened so much earlier. */
const pass = (seconds: number) =>
  database.pool.query(
    `UPDATE sign_in_throttle SET last_failure_at = last_failure_at - make_interval(secs => $1),
       blocked_until = blocked_until - make_interval(secs => $1)`,
    [seconds],
  )

/** Makes this many attempts, each as `as` names it; answers which of them might go on. */
async function attempts(many: number, as: (number: number) => Attempt): Promise<boolean[]> {
  const free: boolean[] = []
  for (let number = 0; number < many; number += 1) free.push((await attempt(as(number))) === null)
  return free
}

async function secondsToWait(as: Attempt): Promise<number> {
  const until = await attempt(as)
  return until === null ? 0 : (until.getTime() - Date.now()) / 1000
}

beforeEach(() => database.pool.query('TRUNCATE sign_in_throttle'))

describe('guessing at one account', () => {
  test('is free five times, then waits, from whatever addresses it comes', async () => {
    expect(await attempts(7, from)).toEqual([true, true, true, true, true, false, false])
    expect(await attempt(asAnyone(1))).toBeNull()
  })

  test('all at once is no way around it: of fifty at the same time five go on', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => attempt(from(number))))
    expect(answers.filter((until) => until === null)).toHaveLength(5)
  })

  test('waits twice as long after each further failure, and never above fifteen minutes', async () => {
    await attempts(5, from)
    const waits: number[] = []
    for (let round = 0; round < 10; round += 1) {
      waits.push(Math.round(await secondsToWait(from(100 + round))))
      await pass(901)
      await attempt(from(200 + round))
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
  })

  test('an attempt that was told to wait does not make the wait longer', async () => {
    await attempts(5, from)
    const first = await attempt(from(50))
    expect(first).not.toBeNull()
    expect(await attempt(from(51))).toEqual(first)
  })

  test('is forgiven after a day without failures', async () => {
    await attempts(8, from)
    await pass(86_401)
    expect(await attempts(6, (number) => from(60 + number))).toEqual([true, true, true, true, true, false])
  })
})

describe('guessing from one address', () => {
  test('is free twenty times, then waits, whatever accounts it names', async () => {
    const free = await attempts(22, asAnyone)
    expect(free.lastIndexOf(true)).toBe(19)
    expect(free.filter(Boolean)).toHaveLength(20)
    expect(await attempt({ email: 'person1@example.com', remoteAddress: '198.51.100.1' })).toBeNull()
  })

  test('is not used up by somebody who waits for their own account', async () => {
    await attempts(5, () => ann)
    await attempts(40, () => ann)
    expect(await attempt({ email: 'colleague@example.com', remoteAddress: ann.remoteAddress })).toBeNull()
  })
})

describe('the right password', () => {
  test('lets the account start anew', async () => {
    await attempts(4, () => ann)
    await forgive(ann)
    expect(await attempts(6, from)).toEqual([true, true, true, true, true, false])
  })

  test('gives the address only its own attempt back: an account of one does not buy guesses at others', async () => {
    await attempts(18, asAnyone)
    await attempt(ann)
    await forgive(ann)
    const free = await attempts(5, (number) => asAnyone(100 + number))
    expect(free).toEqual([true, true, false, false, false])
  })
})

test('neither e-mail addresses nor network addresses are kept as text', async () => {
  await attempt(ann)
  const { rows } = await database.pool.query('SELECT * FROM sign_in_throttle')
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/ann|192\.0/)
})
