/** One part of `npm test`. */
export interface Step {
  readonly title: string
  /** A script of package.json, or a file that Node runs. */
  readonly script?: string
  readonly file?: string
  /** Its tests are counted one by one from the report it writes; otherwise the step itself counts as one check. */
  readonly report?: 'vitest' | 'playwright'
  /** Not run where this step failed. */
  readonly needs?: string
}

export const steps: readonly Step[] = [
  { title: 'format and lint', script: 'check:format' },
  { title: 'types', script: 'check:types' },
  { title: 'boundaries', script: 'check:boundaries' },
  { title: 'dead code', script: 'check:dead-code' },
  { title: 'generated files', script: 'check:generated' },
  { title: 'unit tests', script: 'test:unit', report: 'vitest' },
  { title: 'integration tests', script: 'test:integration', report: 'vitest' },
  { title: 'build', file: 'lib/start/build.ts' },
  { title: 'crash tests', script: 'test:crash', report: 'vitest', needs: 'build' },
  { title: 'browser installed', file: 'lib/testing/install-browser.ts' },
  { title: 'browser tests', script: 'test:browser', report: 'playwright', needs: 'build' },
]
