import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Fewer modules than this were surely not all: with a TypeScript it does not know, the tool finds none and is content. */
const MODULES_MIN = 50

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string; readonly severity: string }
  readonly cycle?: readonly { readonly name: string }[]
}

interface Report {
  readonly modules: readonly unknown[]
  readonly summary: { readonly violations: readonly Violation[] }
}

const root = join(import.meta.dirname, '..')
const places = ['app', 'components', 'lib', 'e2e', 'bench', '.config', 'proxy.ts', 'instrumentation.ts'].filter(
  (place) => existsSync(join(root, place)),
)
const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const result = spawnSync(
  process.execPath,
  [program, '--config', '.config/dependency-cruiser.js', '--output-type', 'json', ...places],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  },
)

function describe(violation: Violation): string {
  const way = violation.cycle?.map((step) => step.name).join(' → ') ?? violation.to
  return `${violation.rule.name}: ${violation.from} → ${way}`
}

function judge(output: string): string[] {
  if (!output.startsWith('{')) return [`dependency-cruiser did not run: ${result.stderr || result.error?.message}`]
  const { modules, summary } = JSON.parse(output) as Report
  if (modules.length < MODULES_MIN) return [`only ${modules.length} modules were found; the check sees nothing`]
  process.stdout.write(`${modules.length} modules\n`)
  return summary.violations.map(describe)
}

const faults = judge(result.stdout)
for (const fault of faults) process.stdout.write(`✕ ${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
