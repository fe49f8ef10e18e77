/**
 * `npm run vectors -- FILE…`: runs signed test requests through the adapters, without FILE the project's own. Exit
 * code 1 on a failure or where nothing could be run, 2 where a file cannot be read.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkVector } from '#lib/providers/check-vector.ts'
import { adapterOf, loadVectors, type Vector } from '#lib/providers/vector.ts'

const ownVectors = fileURLToPath(new URL('./vectors/', import.meta.url))

function filesToRun(): string[] {
  const given = process.argv.slice(2)
  if (given.length > 0) return given
  return readdirSync(ownVectors).map((name) => `${ownVectors}${name}`)
}

function load(file: string): Vector[] {
  try {
    return loadVectors(file)
  } catch (error) {
    console.error(`${file} is not a file of vectors: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(2)
  }
}

async function run(): Promise<void> {
  const vectors = filesToRun().flatMap(load)
  const skipped = new Set<string>()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const vector of vectors) {
    const adapter = adapterOf(vector)
    if (adapter === undefined) {
      skipped.add(vector.verifier ?? vector.provider)
      counts.skipped++
      continue
    }
    const original = vectors.find((other) => other.provider === vector.provider && other.name === vector.retryOf)
    const failure = await checkVector(vector, adapter, original)
    counts[failure === null ? 'passed' : 'failed']++
    if (failure !== null) console.log(`FAILED ${vector.provider} ${vector.name}: ${failure}`)
  }
  if (skipped.size > 0) console.log(`No adapter for: ${[...skipped].sort().join(', ')}`)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} without adapter`)
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
}

await run()
