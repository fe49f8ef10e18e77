import { expect, test } from 'vitest'
import { MicroBatcher, QueueFull } from './micro-batch.ts'

class BadItem extends Error {}

/** A run whose batches wait until the test lets them go. */
function held() {
  const batches: { items: number[]; let: PromiseWithResolvers<void> }[] = []
  const run = async (items: number[]) => {
    const gate = Promise.withResolvers<void>()
    batches.push({ items, let: gate })
    await gate.promise
    return items.map((item) => item * 10)
  }
  /** Resolves when the batch with this index has started. */
  const started = async (index: number) => {
    for (;;) {
      const batch = batches[index]
      if (batch !== undefined) return batch
      await turn()
    }
  }
  return { batches, run, started }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('arrivals of one turn share a batch and each gets its own answer', async () => {
  const sizes: number[] = []
  const batcher = new MicroBatcher<number, number>({
    name: 'test',
    maxBatch: 10,
    maxInFlight: 1,
    maxQueue: 10,
    run: async (items) => {
      sizes.push(items.length)
      return items.map((item) => item + 1)
    },
  })
  expect(await Promise.all([1, 2, 3].map((item) => batcher.submit(item)))).toEqual([2, 3, 4])
  expect(sizes).toEqual([3])
})

test('no more than maxInFlight batches run at once; what gathers meanwhile forms the next', async () => {
  const { batches, run, started } = held()
  const batcher = new MicroBatcher<number, number>({ name: 'test', maxBatch: 2, maxInFlight: 2, maxQueue: 10, run })
  const answers = Promise.all([1, 2, 3, 4, 5].map((item) => batcher.submit(item)))
  await started(1)
  expect(batches.map((batch) => batch.items)).toEqual([
    [1, 2],
    [3, 4],
  ])
  const sixth = batcher.submit(6)
  await turn()
  expect(batcher.depth).toBe(2)
  batches[0]?.let.resolve()
  expect((await started(2)).items).toEqual([5, 6])
  for (const batch of batches) batch.let.resolve()
  expect(await answers).toEqual([10, 20, 30, 40, 50])
  expect(await sixth).toBe(60)
})

test('a full queue refuses at once and keeps what it holds', async () => {
  const { run, started } = held()
  const batcher = new MicroBatcher<number, number>({ name: 'test', maxBatch: 1, maxInFlight: 1, maxQueue: 1, run })
  const first = batcher.submit(1)
  const running = await started(0)
  const second = batcher.submit(2)
  await expect(batcher.submit(3)).rejects.toThrow(QueueFull)
  running.let.resolve()
  expect(await first).toBe(10)
  const next = await started(1)
  next.let.resolve()
  expect(await second).toBe(20)
})

test('a bad item fails alone; its neighbours succeed', async () => {
  const batcher = new MicroBatcher<number, number>({
    name: 'test',
    maxBatch: 10,
    maxInFlight: 1,
    maxQueue: 10,
    splitOnError: (error) => error instanceof BadItem,
    run: async (items) => {
      if (items.includes(2)) throw new BadItem('2 is bad')
      return items
    },
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('an outage fails the whole batch after one attempt', async () => {
  let runs = 0
  const batcher = new MicroBatcher<number, number>({
    name: 'test',
    maxBatch: 10,
    maxInFlight: 1,
    maxQueue: 10,
    splitOnError: (error) => error instanceof BadItem,
    run: async () => {
      runs++
      throw new Error('connection lost')
    },
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)))
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(runs).toBe(1)
})

test('a run that forgets an answer fails instead of leaving its caller waiting', async () => {
  const batcher = new MicroBatcher<number, number>({
    name: 'test',
    maxBatch: 10,
    maxInFlight: 1,
    maxQueue: 10,
    run: async () => [],
  })
  await expect(batcher.submit(1)).rejects.toThrow('0 answers for 1 items')
})

test('close answers everything already submitted and takes nothing more', async () => {
  const { run, started } = held()
  const batcher = new MicroBatcher<number, number>({ name: 'test', maxBatch: 1, maxInFlight: 1, maxQueue: 10, run })
  const answers = Promise.all([batcher.submit(1), batcher.submit(2)])
  const running = await started(0)
  let closed = false
  const closing = batcher.close().then(() => {
    closed = true
  })
  await expect(batcher.submit(3)).rejects.toThrow('closed')
  running.let.resolve()
  const last = await started(1)
  expect(closed).toBe(false)
  last.let.resolve()
  await closing
  expect(await answers).toEqual([10, 20])
})
