import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from './hash-sources.ts'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hash-test-'))
  write('app/page.tsx', 'one')
  write('lib/web/session.ts', 'one')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each([
  'app/page.tsx',
  'lib/web/session.ts',
  'package-lock.json',
  'app/new/page.tsx',
  'prisma/schema/event.prisma',
  'proxy.ts',
])('a change of %s asks for a new build', (path) => {
  const before = hashSources(root)
  write(path, 'two')
  expect(hashSources(root)).not.toBe(before)
})

test.each([
  'lib/web/session.test.ts',
  'lib/testing/database.ts',
  'lib/start/main.ts',
  'README.md',
  '.data/runtime.json',
])('a change of %s does not', (path) => {
  const before = hashSources(root)
  write(path, 'two')
  expect(hashSources(root)).toBe(before)
})

test('a file that moves asks for a new build', () => {
  write('app/a.tsx', 'same')
  const before = hashSources(root)
  rmSync(join(root, 'app/a.tsx'))
  write('app/b.tsx', 'same')
  expect(hashSources(root)).not.toBe(before)
})
