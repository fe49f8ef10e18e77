import { describe, expect, test } from 'vitest'
import { ConfigurationError, parseEnv } from './env.ts'

describe('without any setting', () => {
  const env = parseEnv({})

  test('only this machine is listened to, on port 3000, with the embedded database', () => {
    expect(env).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      ledgerUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
    })
  })

  test('the data folder is absolute, so that every process means the same one', () => {
    expect(env.dataDir).toBe(`${process.cwd()}/.data`)
  })
})

test('an empty value counts as absent', () => {
  expect(parseEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('the public address follows the port, and loses a trailing slash', () => {
  expect(parseEnv({ PORT: '4000' }).ledgerUrl).toBe('http://127.0.0.1:4000')
  expect(parseEnv({ LEDGER_URL: 'https://ledger.example.com/' }).ledgerUrl).toBe('https://ledger.example.com')
})

test('a key is 32 bytes, no more and no less', () => {
  const key = Buffer.alloc(32, 1)
  expect(parseEnv({ LEDGER_KEY: key.toString('base64') }).ledgerKey).toEqual(key)
  for (const length of [31, 33]) {
    expect(() => parseEnv({ LEDGER_KEY: Buffer.alloc(length, 1).toString('base64') })).toThrow(ConfigurationError)
  }
})

describe('with wrong settings', () => {
  const wrong = {
    PORT: 'abc',
    LEASE_SECONDS: '0',
    DATABASE_URL: 'mysql://user:hunter2-database@host/x',
    ADMIN_PASSWORD: 'hunter2',
    LEDGER_URL: 'https://ledger.example.com/path',
  }
  const message = messageOf(() => parseEnv(wrong))

  test('all of them are told at once, each with what it must be', () => {
    expect(
      message
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(' ')[1]),
    ).toEqual(['PORT', 'LEDGER_URL', 'DATABASE_URL', 'ADMIN_PASSWORD', 'LEASE_SECONDS'])
    expect(message).toContain('PORT is "abc". It must be a whole number from 1 to 65535, for example PORT=3000.')
  })

  test('no secret is repeated', () => {
    expect(message).not.toContain('hunter2')
  })
})

test.each(['0', '65536', '-1', '3000.5', '3e3', ' 0x10', '99999999999999999999'])('PORT=%s is refused', (PORT) => {
  expect(() => parseEnv({ PORT })).toThrow(/PORT/)
})

test('a back-off whose cap is below its base is refused', () => {
  expect(() => parseEnv({ BACKOFF_BASE_MS: '5000', BACKOFF_CAP_MS: '4999' })).toThrow(/BACKOFF_CAP_MS/)
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}
