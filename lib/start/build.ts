import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Problem } from '#lib/db/problem.ts'
import { childEnv } from '#lib/env.ts'
import { hashSources } from './hash-sources.ts'
import { inProject, NEXT, ROOT } from './project.ts'
import { spawnNode } from './spawn-node.ts'
import { whenAborted } from './stop-signals.ts'

const STAMP = inProject('.next/ledger-build.json')
/** Next writes it when a build is complete. */
const BUILD_ID = inProject('.next/BUILD_ID')
const OUTPUT_LINES = 60

/** Whether the production build there is was made from these very sources, by this Node. */
export function isBuilt(): boolean {
  return existsSync(BUILD_ID) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf()
}

const stampOf = () => JSON.stringify({ sources: hashSources(ROOT), node: process.version })

/** Builds the dashboard. The stamp is written last, so a build that was cut short is never taken for one. */
export async function build(stop: AbortSignal): Promise<void> {
  const stamp = stampOf()
  rmSync(STAMP, { force: true })
  rmSync(BUILD_ID, { force: true })
  const output: string[] = []
  const building = await spawnNode({
    args: [NEXT, 'build'],
    env: childEnv({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }),
    onLine: (line) => {
      output.push(line)
      if (output.length > OUTPUT_LINES) output.shift()
    },
    stopMs: 3_000,
  })
  const ended = await Promise.race([building.exited, whenAborted(stop)])
  if (ended === undefined) {
    await building.stop(stop)
    stop.throwIfAborted()
  }
  if (ended !== 'it ended with exit code 0')
    throw new Problem(`The dashboard could not be built (${ended}):\n${output.join('\n')}`)
  if (!existsSync(BUILD_ID))
    throw new Problem(`The dashboard's build ended early, without saying why:\n${output.join('\n')}`)
  writeFileSync(STAMP, stamp)
}

if (import.meta.main) {
  if (isBuilt()) process.stdout.write('the build there is belongs to these sources\n')
  else
    await build(new AbortController().signal).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    })
}
