import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf, isAlive } from '#lib/db/embedded/process-identity.ts'
import { writePrivateFile } from '#lib/db/embedded/write-private-file.ts'
import { loadEnv } from '#lib/env.ts'

/** A process that must not outlive the product. `birth` tells it from a later one with the same number. */
export interface ChildRecord {
  readonly name: string
  readonly pid: number
  readonly birth: string | undefined
}

/** What a running product tells the other commands of the same checkout; it contains the database's password. */
export interface Runtime {
  readonly pid: number
  readonly birth: string | undefined
  readonly port: number
  readonly url: string
  readonly databaseUrl: string
  readonly database: 'embedded' | 'own'
  /** ISO time. */
  readonly started: string
  readonly children: readonly ChildRecord[]
}

const fileIn = (dataDir: string) => join(dataDir, 'runtime.json')

/** The product that runs on this data folder now, if one does. */
export function readRuntime(dataDir = loadEnv().dataDir): Runtime | undefined {
  const runtime = readLastRuntime(dataDir)
  return runtime && isAlive(runtime.pid, runtime.birth) ? runtime : undefined
}

/** The product that ran on this data folder last, dead or alive. */
export function readLastRuntime(dataDir: string): Runtime | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Runtime
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function writeRuntime(dataDir: string, facts: Omit<Runtime, 'pid' | 'birth'>): void {
  const runtime: Runtime = { pid: process.pid, birth: birthOf(process.pid), ...facts }
  writePrivateFile(fileIn(dataDir), `${JSON.stringify(runtime, null, 2)}\n`)
}

export function removeRuntime(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}
