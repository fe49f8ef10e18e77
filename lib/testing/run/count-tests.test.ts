import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests } from './count-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'count-tests-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function reported(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('passed and failed tests are counted one by one', () => {
  expect(countTests(reported({ numPassedTests: 5, numFailedTests: 2, testResults: [] }), false)).toEqual({
    passed: 5,
    failed: 2,
  })
  expect(countTests(reported({ stats: { expected: 4, unexpected: 1, flaky: 1 } }), false)).toEqual({
    passed: 4,
    failed: 2,
  })
})

test('a file that could not be loaded counts as failed', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countTests(reported({ numPassedTests: 5, numFailedTests: 0, testResults }), false)).toEqual({
    passed: 5,
    failed: 1,
  })
})

test('a run that ran nothing has failed, even if its tool was content', () => {
  expect(countTests(join(folder, 'absent.json'), true)).toEqual({ passed: 0, failed: 1 })
  expect(countTests(reported({ stats: { expected: 0, unexpected: 0, flaky: 0 } }), true)).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a run that ended badly with all tests passed has failed', () => {
  expect(countTests(reported({ numPassedTests: 5, numFailedTests: 0, testResults: [] }), false)).toEqual({
    passed: 5,
    failed: 1,
  })
})
