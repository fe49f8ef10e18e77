import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Running } from './spawn-node.ts'
import { type Hooks, supervise } from './supervise.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A service whose runs end when the test says so. */
function scripted() {
  const runs: ((how: string) => void)[] = []
  const start = async (): Promise<Running> => {
    let end: (how: string) => void = () => {}
    const exited = new Promise<string>((resolve) => {
      end = resolve
    })
    runs.push(end)
    return { pid: runs.length, exited, stop: async () => end('it was asked to stop') }
  }
  return { runs, start }
}

function watched() {
  const told = { started: [] as number[], crashes: [] as string[], gaveUp: [] as string[] }
  const hooks: Hooks = {
    onStarted: (_name, pid) => told.started.push(pid),
    onCrash: (text) => told.crashes.push(text),
    onGaveUp: (text) => told.gaveUp.push(text),
  }
  return { told, hooks }
}

test('a service that ends unasked is started again, and said so', async () => {
  const { runs, start } = scripted()
  const { told, hooks } = watched()
  await supervise({ name: 'worker', start }, hooks)
  runs[0]?.('it was ended by SIGKILL')
  await vi.advanceTimersByTimeAsync(500)
  expect(told).toMatchObject({ started: [1, 2], crashes: [expect.stringContaining('ended by SIGKILL')], gaveUp: [] })
})

test('one that fails five times within a minute is given up, each pause twice the last', async () => {
  const { runs, start } = scripted()
  const { told, hooks } = watched()
  await supervise({ name: 'worker', start }, hooks)
  for (const [run, pauseMs] of [500, 1000, 2000, 4000].entries()) {
    runs[run]?.('it ended with exit code 1')
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(runs).toHaveLength(run + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toHaveLength(run + 2)
  }
  runs[4]?.('it ended with exit code 1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(5)
  expect(told.gaveUp).toEqual([expect.stringMatching(/worker failed 5 times.*exit code 1/)])
})

test('failures far apart do not add up', async () => {
  const { runs, start } = scripted()
  const { told, hooks } = watched()
  await supervise({ name: 'worker', start }, hooks)
  for (let run = 0; run < 8; run += 1) {
    runs[run]?.('it ended with exit code 1')
    await vi.advanceTimersByTimeAsync(61_000)
  }
  expect(told).toMatchObject({ started: [1, 2, 3, 4, 5, 6, 7, 8, 9], gaveUp: [] })
})

test('once asked to stop it is not started again, even in the middle of a pause', async () => {
  const { runs, start } = scripted()
  const { told, hooks } = watched()
  const worker = await supervise({ name: 'worker', start }, hooks)
  runs[0]?.('it ended with exit code 1')
  await vi.advanceTimersByTimeAsync(100)
  await worker.stop(new AbortController().signal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told.started).toEqual([1])
})
