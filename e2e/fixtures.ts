import { randomBytes } from 'node:crypto'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { createUser } from '#lib/commands/create-user.ts'
import type { Role } from '#lib/commands/permissions.ts'
import { createPool, type Pool } from '#lib/db/connect.ts'
import { loadEnv } from '#lib/env.ts'
import { readMasterKey } from '#lib/start/master-key.ts'
import { readRuntime } from '#lib/start/runtime.ts'
import { arranger, must } from './stage/configure.ts'
import { Provider } from './stage/provider.ts'

/** The running product, seen from outside: its database, the key of its secrets, its data folder. */
interface Product {
  readonly pool: Pool
  readonly databaseUrl: string
  readonly key: Buffer
  readonly dataDir: string
}

export interface Person {
  readonly email: string
  readonly password: string
}

interface Fixtures {
  /** A source and a destination of this test's own: what it delivers, and what becomes of it. */
  readonly provider: Provider
  /** An account of this test's own. */
  readonly hasAccount: (role: Role) => Promise<Person>
  /** Signs a page in as a new person of this role, without the form. */
  readonly signInAs: (role: Role, page?: Page) => Promise<Person>
  /** Somebody else of this role, signed in, in a browser of their own. */
  readonly elsewhere: (role: Role) => Promise<{ readonly page: Page; readonly person: Person }>
  /** Console errors a test is about; any other fails it. */
  readonly expectsErrors: RegExp[]
  /** Watches a browser for errors. The test's own is watched already. */
  readonly quiet: (context: BrowserContext) => void
}

export const test = base.extend<Fixtures, { readonly product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const { dataDir } = loadEnv()
      const databaseUrl = readRuntime(dataDir)?.databaseUrl
      const key = readMasterKey({ ledgerKey: undefined, dataDir })
      if (databaseUrl === undefined || key === undefined) throw new Error(`nothing runs on ${dataDir}`)
      const pool = createPool({
        connectionString: databaseUrl,
        name: 'stories',
        max: 4,
        statementTimeoutMs: 10_000,
        connectTimeoutMs: 10_000,
      })
      await use({ pool, databaseUrl, key, dataDir })
      await pool.end()
    },
    { scope: 'worker' },
  ],

  provider: async ({ product, baseURL }, use) => {
    const provider = await Provider.open(product, baseURL ?? '')
    await use(provider)
    await provider.close()
  },

  hasAccount: async ({ product }, use) => {
    await use(async (role) => {
      const name = randomBytes(5).toString('hex')
      const person = { email: `${role}-${name}@example.com`, password: `password-of-${name}` }
      must(await createUser(product.pool, arranger, { ...person, role }))
      return person
    })
  },

  signInAs: async ({ hasAccount, page, baseURL }, use) => {
    await use(async (role, on = page) => {
      const person = await hasAccount(role)
      const { request } = on.context()
      const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string }
      const form = { ...person, csrfToken, json: 'true' }
      const answer = await request.post(`${baseURL}/api/auth/callback/credentials`, { form })
      expect(answer.ok()).toBe(true)
      return person
    })
  },

  elsewhere: async ({ browser, signInAs, quiet }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const context = await browser.newContext()
      contexts.push(context)
      quiet(context)
      const page = await context.newPage()
      return { page, person: await signInAs(role, page) }
    })
    for (const context of contexts) await context.close()
  },

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  expectsErrors: async ({}, use) => use([]),

  quiet: [
    async ({ context, expectsErrors }, use) => {
      const wrong: string[] = []
      const watch = (watched: BrowserContext) => {
        watched.on('console', (message) => {
          if (message.type() === 'error') wrong.push(textOf(message))
        })
        watched.on('weberror', (error) => wrong.push(`page error: ${error.error().stack}`))
      }
      watch(context)
      await use(watch)
      expect(wrong.filter((text) => !expectsErrors.some((expected) => expected.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const textOf = (message: ConsoleMessage) => `${message.text()} (${message.location().url})`
