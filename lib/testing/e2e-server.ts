import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from '#lib/env.ts'

/**
 * The product as a person starts it, with a database of its own that is thrown away at the end. Port, data folder
 * and first admin come from .config/playwright.ts.
 */
const { dataDir } = loadEnv()
mkdirSync(dataDir, { recursive: true })
chmodSync(dataDir, 0o755)

const product = spawn(process.execPath, [join(import.meta.dirname, '../start/main.ts')], { stdio: 'inherit' })
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => product.kill('SIGTERM'))
product.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
