import { birthOf } from '#lib/db/embedded/process-identity.ts'
import type { Env } from '#lib/env.ts'
import { type ChildRecord, type Runtime, writeRuntime } from './runtime.ts'

export interface RunRecord {
  readonly setDatabase: (url: string, kind: Runtime['database']) => void
  readonly onStarted: (name: string, pid: number) => void
}

/** Keeps runtime.json true while processes come and go. */
export function keepRecord(env: Env): RunRecord {
  const started = new Date().toISOString()
  const children = new Map<string, ChildRecord>()
  let database: { databaseUrl: string; database: Runtime['database'] } | undefined
  const write = () => {
    // Before its address is known there is nothing to tell; a database's own lock file leads to it.
    if (!database) return
    writeRuntime(env.dataDir, {
      port: env.port,
      url: env.ledgerUrl,
      started,
      ...database,
      children: [...children.values()],
    })
  }
  return {
    setDatabase: (databaseUrl, kind) => {
      database = { databaseUrl, database: kind }
      write()
    },
    onStarted: (name, pid) => {
      children.set(name, { name, pid, birth: birthOf(pid) })
      write()
    },
  }
}
