import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeDigest, matchHmac, sameBytes } from '#lib/providers/match-hmac.ts'

const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest()
const check = { algorithm: 'sha256', signed: ['a', Buffer.from('b')] } as const

test('parts are signed as one text, and the first secret that fits is named', () => {
  const secrets = [
    { id: 3, value: 'new' },
    { id: 2, value: 'old' },
  ]
  const keyOf = (secret: string) => secret
  expect(matchHmac({ ...check, signatures: [mac('x', 'ab'), mac('old', 'ab')], secrets, keyOf })).toBe(2)
  expect(matchHmac({ ...check, signatures: [mac('new', 'ab'), mac('old', 'ab')], secrets, keyOf })).toBe(3)
  expect(matchHmac({ ...check, signatures: [mac('old', 'a')], secrets, keyOf })).toBeNull()
})

test('an empty key fits nothing, not even what was signed with it', () => {
  const secrets = [{ id: 1, value: '' }]
  expect(matchHmac({ ...check, signatures: [mac('', 'ab')], secrets, keyOf: (secret) => secret })).toBeNull()
  expect(matchHmac({ ...check, signatures: [mac('', 'ab')], secrets, keyOf: () => null })).toBeNull()
})

test('bytes of different length differ and do not throw', () => {
  expect(sameBytes(Buffer.from('ab'), Buffer.from('abc'))).toBe(false)
  expect(sameBytes(Buffer.alloc(0), Buffer.from('a'))).toBe(false)
  expect(sameBytes(Buffer.from('ab'), Buffer.from('ab'))).toBe(true)
})

test('a digest is read in one form only', () => {
  const bytes = mac('k', 'ab')
  const [hex, base64] = [bytes.toString('hex'), bytes.toString('base64')]
  expect(decodeDigest(hex, 'hex', 'sha256')).toEqual(bytes)
  expect(decodeDigest(base64, 'base64', 'sha256')).toEqual(bytes)
  for (const other of [hex.toUpperCase(), `${hex}0`, `${hex}00`, hex.slice(2), ` ${hex}`, `${hex}zz`, ''])
    expect(decodeDigest(other, 'hex', 'sha256'), other).toBeNull()
  for (const other of [base64.slice(0, -1), `${base64}=`, bytes.toString('base64url'), ` ${base64}`])
    expect(decodeDigest(other, 'base64', 'sha256'), other).toBeNull()
  expect(decodeDigest(hex, 'hex', 'sha512')).toBeNull()
})
