import { say, secondsSince } from '#lib/start/say.ts'
import { type Result, runStep } from './run/run-step.ts'
import { type Step, steps } from './run/steps.ts'

/** So much of a failing step's output is shown; its end is where tools say what is wrong. */
const SHOWN_LINES = 400

/**
 * `npm test`: every check, in order, to the end even where one fails. The last line is `N passed, N failed`, where a
 * test counts as one and so does each other check.
 */
async function runAll(): Promise<void> {
  const begun = Date.now()
  const failed = new Set<string>()
  let sum = { passed: 0, failed: 0 }
  for (const step of steps) {
    const result = await runOne(step, failed)
    if (result.failed > 0) failed.add(step.title)
    sum = { passed: sum.passed + result.passed, failed: sum.failed + result.failed }
  }
  say(
    failed.size > 0
      ? `\nfailed: ${[...failed].join(', ')} (after ${secondsSince(begun)})`
      : `\nall checks passed after ${secondsSince(begun)}`,
  )
  say(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0
}

async function runOne(step: Step, failed: ReadonlySet<string>): Promise<Result> {
  if (step.needs && failed.has(step.needs)) {
    say(`✕ ${step.title}: not run, because "${step.needs}" failed`)
    return { passed: 0, failed: 1, output: '' }
  }
  const started = Date.now()
  const result = await runStep(step)
  const counts = step.report ? `: ${result.passed} passed, ${result.failed} failed` : ''
  say(`${result.failed > 0 ? '✕' : '✓'} ${step.title}${counts} … ${secondsSince(started)}`)
  if (result.failed > 0) say(tail(result.output))
  return result
}

function tail(output: string): string {
  const lines = output.trimEnd().split('\n')
  const left = lines.length - SHOWN_LINES
  const shown = lines.slice(-SHOWN_LINES).map((line) => `    ${line}`)
  return [...(left > 0 ? [`    (${left} lines before these)`] : []), ...shown].join('\n')
}

await runAll()
