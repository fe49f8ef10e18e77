import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, waitUntilGone } from '#lib/db/embedded/process-identity.ts'
import { childEnv } from '#lib/env.ts'
import { inProject } from './project.ts'
import { type Running, spawnNode } from './spawn-node.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spawn-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function script(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const patient = () =>
  script(
    'patient.ts',
    `setInterval(() => {}, 1000); process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); console.log('up')`,
  )
const deaf = () => script('deaf.ts', `setInterval(() => {}, 1000); process.on('SIGTERM', () => {}); console.log('up')`)

/** Starts a script and waits for its first line. */
async function up(path: string, stopMs: number): Promise<{ running: Running; lines: string[] }> {
  const lines: string[] = []
  let first: () => void = () => {}
  const spoke = new Promise<void>((resolve) => {
    first = resolve
  })
  const onLine = (line: string) => {
    lines.push(line)
    first()
  }
  const running = await spawnNode({ args: [path], env: childEnv({}), onLine, stopMs })
  await spoke
  return { running, lines }
}

test('a child that is asked to stop ends in order', async () => {
  const { running } = await up(patient(), 10_000)
  await running.stop(new AbortController().signal)
  expect(await running.exited).toBe('it ended with exit code 0')
})

test('one that does not listen is ended when its time is up', async () => {
  const { running } = await up(deaf(), 100)
  await running.stop(new AbortController().signal)
  expect(await running.exited).toBe('it was ended by SIGKILL')
})

test('one that does not listen is ended at once when somebody is in a hurry', async () => {
  const { running } = await up(deaf(), 60_000)
  const hurry = new AbortController()
  const stopped = running.stop(hurry.signal)
  hurry.abort()
  await stopped
  expect(isAlive(running.pid)).toBe(false)
})

test('what the child has started ends with it', async () => {
  const grandparent = script(
    'grandparent.ts',
    `import { spawn } from 'node:child_process'
     console.log(spawn(process.execPath, [${JSON.stringify(deaf())}], { stdio: 'ignore' }).pid)
     setInterval(() => {}, 1000)`,
  )
  const { running, lines } = await up(grandparent, 1_000)
  await running.stop(new AbortController().signal)
  expect(await waitUntilGone(Number(lines[0]), undefined, 5_000)).toBe(true)
})

test('a child stops itself in order when its parent is killed', async () => {
  const parent = script(
    'parent.ts',
    `import { spawnNode } from ${JSON.stringify(inProject('lib/start/spawn-node.ts'))}
     const { pid } = await spawnNode({ args: [${JSON.stringify(patient())}], env: process.env, stopMs: 1000, onLine: () => console.log(pid) })`,
  )
  const product = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] })
  const child = await new Promise<number>((resolve) => {
    createInterface({ input: product.stdout }).once('line', (line) => resolve(Number(line)))
  })
  expect(isAlive(child)).toBe(true)
  product.kill('SIGKILL')
  expect(await waitUntilGone(child, undefined, 10_000)).toBe(true)
})
