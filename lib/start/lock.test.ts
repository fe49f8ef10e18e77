import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { birthOf } from '#lib/db/embedded/process-identity.ts'
import { lockDataFolder } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = () => join(folder, 'lock')

test('a second start on the folder is refused and told who holds it', () => {
  const unlock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(new RegExp(`process ${process.pid}[\\s\\S]*LEDGER_DATA_DIR`))
  unlock()
  lockDataFolder(folder)()
  expect(existsSync(lock())).toBe(false)
})

test('the lock of a process that died is taken over', () => {
  writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 + 1, birth: '1' }))
  lockDataFolder(folder)()
})

test('a process that only has the dead one’s number does not count', () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.ppid, birth: `${birthOf(process.ppid)}0` }))
  lockDataFolder(folder)()
})

test('a torn lock is nobody’s', () => {
  writeFileSync(lock(), '{"pid":')
  lockDataFolder(folder)()
})

test('giving free leaves another holder’s lock alone', () => {
  const unlock = lockDataFolder(folder)
  writeFileSync(lock(), 'somebody else’s')
  unlock()
  expect(existsSync(lock())).toBe(true)
})
