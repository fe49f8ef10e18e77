import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..')
const databaseTests = ['{lib,app,components,e2e}/**/*.db.test.{ts,tsx}']

// Next replaces this import at build time; in plain Node the real package throws, on purpose.
const alias = { 'server-only': join(root, 'node_modules/next/dist/compiled/server-only/empty.js') }
const env: Partial<NodeJS.ProcessEnv> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  LEDGER_KEY: Buffer.alloc(32, 'test').toString('base64'),
  TZ: 'UTC',
}

export default defineConfig({
  root,
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          root,
          env,
          include: ['{lib,app,components}/**/*.test.{ts,tsx}'],
          exclude: [...databaseTests, '**/node_modules/**', '.next/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          root,
          env,
          include: databaseTests,
          exclude: ['**/node_modules/**', '.next/**'],
          globalSetup: join(root, 'lib/testing/start-test-server.ts'),
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'crash',
          root,
          env,
          include: ['e2e/crash/*.test.ts'],
          globalSetup: [join(root, 'lib/testing/start-test-server.ts'), join(root, 'e2e/crash/build-product.ts')],
          // Every test has processes of its own; more of them at once would only measure the machine.
          maxWorkers: 2,
          maxConcurrency: 3,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
