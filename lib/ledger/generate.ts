import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { eventStates, eventTransitions, NOTHING, operationStates, operationTransitions, rules } from './machine.ts'

/**
 * Writes what is derived from the machine: the migration that fills transition_rule, and the state diagrams in
 * ARCHITECTURE.md. With --check it writes nothing and exits 1 if a file differs. Once a version has been released, a
 * changed machine gets a new migration: give it a new folder name here.
 */

const root = path.join(import.meta.dirname, '../..')
const migrationFile = 'prisma/migrations/20261130000100_transition_rules/migration.sql'
const architectureFile = 'ARCHITECTURE.md'

function ruleMigration(): string {
  const quote = (value: string | null) => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`)
  const rows = rules.map(
    (rule) =>
      `  (${[rule.entity, rule.transition, rule.from, rule.to, rule.by, rule.guard].map(quote).join(', ')}, ${rule.fenced}, ${rule.raisesFence})`,
  )
  return [
    '-- Generated from lib/ledger/machine.ts by `npm run generate`. Do not edit.',
    'INSERT INTO "transition_rule" ("entity", "transition", "from_state", "to_state", "by", "guard", "fenced", "raises_fence") VALUES',
    `${rows.join(',\n')};`,
    '',
  ].join('\n')
}

type Transitions = Record<string, { from: readonly string[]; to: string | readonly string[]; by: readonly string[] }>

function diagram(states: Record<string, { label: string }>, transitions: Transitions): string {
  const name = (state: string) => (state === NOTHING ? '[*]' : state)
  const lines = Object.entries(transitions).flatMap(([transition, { from, to, by }]) =>
    from.flatMap((start) =>
      [to].flat().map((end) => `  ${name(start)} --> ${name(end)}: ${transition} (${by.join(', ')})`),
    ),
  )
  const labels = Object.entries(states).map(([state, { label }]) => `  ${state}: ${label}`)
  return ['```mermaid', 'stateDiagram-v2', ...labels, ...lines, '```'].join('\n')
}

function architecture(current: string): string {
  const replaceBetween = (text: string, marker: string, content: string) =>
    text.replace(
      new RegExp(`(<!-- ${marker} -->)[\\s\\S]*?(<!-- /${marker} -->)`),
      (_, open, close) => `${open}\n${content}\n${close}`,
    )
  const withEvent = replaceBetween(current, 'event-machine', diagram(eventStates, eventTransitions))
  return replaceBetween(withEvent, 'operation-machine', diagram(operationStates, operationTransitions))
}

const read = (file: string) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '')
const wanted = new Map([
  [migrationFile, ruleMigration()],
  [architectureFile, architecture(read(architectureFile))],
])
const different = [...wanted].filter(([file, text]) => read(file) !== text)

if (process.argv.includes('--check')) {
  for (const [file] of different) console.error(`${file} is not what the machine says; run: npm run generate`)
  process.exitCode = different.length === 0 ? 0 : 1
} else {
  for (const [file, text] of different) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
    console.log(`wrote ${file}`)
  }
}
