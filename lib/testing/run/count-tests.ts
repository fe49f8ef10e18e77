import { existsSync, readFileSync } from 'node:fs'

export interface Count {
  readonly passed: number
  readonly failed: number
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

/** Reads what a test run wrote. A run that wrote nothing, or ran nothing, has failed. */
export function countTests(file: string, ranWell: boolean): Count {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  const isHollow = count.passed + count.failed === 0
  const hidesFailure = !ranWell && count.failed === 0
  return isHollow || hidesFailure ? { passed: count.passed, failed: 1 } : count
}

function read(report: VitestReport | PlaywrightReport): Count {
  if ('stats' in report) {
    // One that passed only at a second try is not one to rely on.
    return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  }
  // A file that could not be loaded has no tests to fail.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}
