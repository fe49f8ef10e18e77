import { expect, test } from 'vitest'
import { loadEnv } from '#lib/env.ts'
import { isSameOrigin } from './same-origin.ts'

const host = 'ledger.example:8443'

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', origin: `https://${host}` },
  { origin: `https://${host}` },
  { origin: loadEnv().ledgerUrl },
])('a page of ours may ask: %j', (headers) => {
  expect(isSameOrigin(new Headers({ host, ...headers }))).toBe(true)
})

test.each<Record<string, string>>([
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: `https://${host}` },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'cross-site', origin: loadEnv().ledgerUrl },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'https://evil.example' },
  { origin: 'https://ledger.example' },
  { origin: `https://${host}.evil.example` },
  { origin: `https://evil.example@ledger.example` },
  { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
])('anyone else may not: %j', (headers) => {
  expect(isSameOrigin(new Headers({ host, ...headers }))).toBe(false)
})
