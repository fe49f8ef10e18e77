import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '../lib/db/embedded/free-port.ts'
import { admin } from '../lib/testing/e2e-admin.ts'
import { findBrowser } from '../lib/testing/find-browser.ts'

const root = join(import.meta.dirname, '..')

// Playwright reads this file once per process. The first one decides; the others, and the product, inherit.
if (!process.env.LEDGER_E2E) {
  const dataDir = mkdtempSync(join(tmpdir(), 'replay-ledger-e2e-'))
  rmdirSync(dataDir) // the product makes it when it starts
  const port = String(await freePort())
  Object.assign(process.env, {
    LEDGER_E2E: '1',
    PORT: port,
    HOST: '127.0.0.1',
    LEDGER_URL: `http://127.0.0.1:${port}`,
    LEDGER_DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DATABASE_URL: '',
    LEDGER_KEY: '',
    NODE_ENV: 'production',
  })
}

const baseURL = process.env.LEDGER_URL ?? ''
const executablePath = findBrowser()

export default defineConfig({
  testDir: join(root, 'e2e'),
  testMatch: '**/*.spec.ts',
  outputDir: join(root, 'test-results'),
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One product and one database serve all tests; each test arranges rows of its own.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] },
  },
  webServer: {
    command: 'node lib/testing/e2e-server.ts',
    cwd: root,
    url: `${baseURL}/api/health`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
    stdout: 'pipe',
  },
})
