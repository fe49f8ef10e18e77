import { setTimeout as wait } from 'node:timers/promises'
import { loadEnv } from '#lib/env.ts'

/**
 * Places where a worker's death or standstill matters most. They do nothing unless a test arms one through
 * LEDGER_TEST_POINT=<name>:<kill|stop|pause-ms>[:count], which acts at the count-th passing (the first where left out).
 */
export type Point = 'after_claim' | 'after_intent' | 'after_effect' | 'after_outcome'

interface Armed {
  readonly name: string
  readonly act: string
  readonly count: number
}

let armed: Armed | null | undefined
let passed = 0

/** Undefined unless this passing is the armed one, so that passing costs nothing. */
export function point(name: Point): Promise<void> | undefined {
  if (armed === undefined) armed = readArmed()
  if (armed === null || armed.name !== name || ++passed !== armed.count) return undefined
  return act(armed.act)
}

function readArmed(): Armed | null {
  const [name, act, count] = loadEnv().testPoint?.split(':') ?? []
  return name === undefined || act === undefined ? null : { name, act, count: Number(count ?? 1) }
}

async function act(what: string): Promise<void> {
  if (what === 'kill') process.kill(process.pid, 'SIGKILL')
  else if (what === 'stop') process.kill(process.pid, 'SIGSTOP')
  else await wait(Number(what.slice('pause-'.length)))
}
