import { type afterAll, afterEach } from 'vitest'
import type { Pool } from '#lib/db/connect.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { type Behaviour, Destination } from '../stage/destination.ts'
import type { Child } from './child.ts'
import { type Listener, startListener } from './listener.ts'
import { startWeb, type Web } from './web.ts'
import { startWorker, type WorkerOptions } from './worker.ts'

/** A database, and everything real that a test starts around it. All of it ends with the test, passed or failed. */
export interface Scene {
  readonly databaseUrl: string
  readonly pool: Pool
  worker(options?: WorkerOptions): Promise<Child>
  /** Through another address of the same database where one is given (a proxy's). */
  web(databaseUrl?: string): Promise<Web>
  listener(): Promise<Listener>
  destination(behaviour?: Behaviour): Promise<Destination>
  /** Has something of the test's own ended with it. */
  ends(close: () => Promise<void>): void
}

/** @param atTheEnd `afterAll` where the tests of a file share what they start */
export function useScene(atTheEnd: typeof afterEach | typeof afterAll = afterEach): Scene {
  const database = useDatabase()
  let closings: (() => Promise<void>)[] = []
  const ends = (close: () => Promise<void>) => void closings.unshift(close)

  // Last started, first ended.
  atTheEnd(async () => {
    const all = closings
    closings = []
    for (const close of all) await close()
  })
  return {
    get databaseUrl() {
      return database.url
    },
    get pool() {
      return database.pool
    },
    ends,
    async worker(options) {
      const worker = await startWorker(database.url, options)
      ends(() => worker.end())
      return worker
    },
    web: (databaseUrl = database.url) => startWeb(databaseUrl, ends),
    async listener() {
      const listener = await startListener(database.url)
      ends(() => listener.close())
      return listener
    },
    async destination(behaviour) {
      const destination = await Destination.start(behaviour)
      ends(() => destination.close())
      return destination
    },
  }
}
