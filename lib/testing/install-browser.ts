import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { childEnv } from '#lib/env.ts'
import { findBrowser } from './find-browser.ts'

const PLAYWRIGHT = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')
const LIMIT_MS = 10 * 60_000

type Way = readonly [string, readonly string[]]

/**
 * As root on Debian and Ubuntu the distribution's package comes first: it brings the libraries it needs.
 * Elsewhere Playwright's own download, which needs them to be there.
 */
function ways(): Way[][] {
  const isRoot = process.getuid?.() === 0
  const download: Way[] = [[process.execPath, [PLAYWRIGHT, 'install', 'chromium']]]
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return [download]
  const packages: Way[] = [
    ['apt-get', ['update', '-q']],
    ['apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation']],
  ]
  return [packages, [[process.execPath, [PLAYWRIGHT, 'install', '--with-deps', 'chromium']]]]
}

function run([program, args]: Way): boolean {
  process.stdout.write(`$ ${[program, ...args].join(' ')}\n`)
  const env = childEnv({ DEBIAN_FRONTEND: 'noninteractive' })
  const { status } = spawnSync(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: LIMIT_MS })
  return status === 0
}

function installBrowser(): string | undefined {
  for (const way of ways()) {
    if (way.every(run) && findBrowser()) break
  }
  return findBrowser()
}

const browser = findBrowser() ?? installBrowser()
if (browser) {
  process.stdout.write(`browser: ${browser}\n`)
} else {
  process.stderr.write(
    'No Chromium for the browser tests could be found or installed.\n' +
      'Install one and run the tests again: `sudo apt-get install chromium`, or `npx playwright install --with-deps chromium`.\n',
  )
  process.exitCode = 1
}
