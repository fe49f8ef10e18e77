import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineAction } from './define-action.ts'
import { loadRegistry, Registry } from './registry.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'actions-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, definition: string) =>
  writeFileSync(join(folder, `${file}.action.mjs`.replace('.mjs', '.ts')), `export default ${definition}\n`)
const good = (name: string, version: number) =>
  `{ kind: 'http', name: '${name}', version: ${version}, on: { types: '*' }, destination: 'd', request: () => ({ path: '/' }) }`

test('the actions of this code are well formed and found by their files alone', async () => {
  const registry = await loadRegistry()
  expect(registry.newest.map(({ name }) => name).sort()).toEqual(['create-review-item', 'forward-event'])
})

test('new work takes the newest version; older ones stay for what was planned with them', async () => {
  write('a', good('send', 1))
  write('b', good('send', 2))
  const registry = await loadRegistry(folder)
  expect(registry.newest.map(({ version }) => version)).toEqual([2])
  expect(registry.find('send', 1)?.version).toBe(1)
})

test('everything that is wrong is told at once', async () => {
  write('a', good('send', 1))
  write('b', good('send', 1))
  write('c', `{ kind: 'http', name: 'Bad Name', version: 0, on: { types: [] }, request: 1 }`)
  write('d', `{ kind: 'http', name: 'd', version: 1, on: 'binding', destination: 'x', request: () => 1 }`)
  write('e', `{ kind: 'http', name: 'e', version: 1, on: { types: '*' }, request: () => 1 }`)
  write('f', 'undefined')
  write('g', `(() => { throw new Error('broken file') })()`)
  const message = await loadRegistry(folder).then(
    () => 'loaded',
    (error: Error) => error.message,
  )
  expect(message).toMatch(/b\.action\.ts: send version 1 is defined in a\.action\.ts too/)
  for (const part of [
    'c.action.ts: name',
    'c.action.ts: version',
    'c.action.ts: request',
    'c.action.ts: on',
    'd.action.ts: destination',
    'e.action.ts: destination',
    'f.action.ts: its default export',
    'g.action.ts: it cannot be loaded: broken file',
  ])
    expect(message).toContain(part)
})

test('defineAction says which kind it is', () => {
  const action = defineAction({ name: 'x', version: 1, on: 'binding', request: () => ({ path: '/' }) })
  expect(new Registry([action]).named('x')?.kind).toBe('http')
})
