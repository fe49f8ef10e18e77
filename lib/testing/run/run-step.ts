import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { childEnv } from '#lib/env.ts'
import { type Count, countTests } from './count-tests.ts'
import type { Step } from './steps.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Longer than any step takes on a slow machine: a hanging one must end some day. */
const LIMIT_MS = 30 * 60_000

export interface Result extends Count {
  readonly output: string
}

/** Runs one step to its end, whatever becomes of it. */
export async function runStep(step: Step): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'replay-ledger-report-'))
  const report = join(folder, 'report.json')
  try {
    const [program, args] = commandOf(step, report)
    const { ok, output } = await runToEnd(program, args, report)
    if (!step.report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
    return { ...countTests(report, ok), output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function commandOf(step: Step, report: string): [string, string[]] {
  if (step.file) return [process.execPath, [step.file]]
  const reporter = {
    vitest: ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    playwright: ['--', '--reporter=list,json'],
  }
  return ['npm', ['run', '--silent', step.script ?? '', ...(step.report ? reporter[step.report] : [])]]
}

function runToEnd(program: string, args: string[], report: string): Promise<{ ok: boolean; output: string }> {
  const chunks: Buffer[] = []
  const child = spawn(program, args, {
    cwd: ROOT,
    // CI: a snapshot that is missing is a failure, not something to write.
    env: childEnv({
      CI: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code) =>
      resolve({ ok: code === 0, output: stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')) }),
    )
  })
}
