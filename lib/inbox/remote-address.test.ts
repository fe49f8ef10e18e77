import { expect, test } from 'vitest'
import { remoteAddress } from './remote-address.ts'

test('the address the nearest proxy added is told, not what the sender claims before it', () => {
  expect(remoteAddress('127.0.0.1, 10.0.0.1,  192.0.2.7 ', '10.9.9.9')).toBe('192.0.2.7')
  expect(remoteAddress('2001:db8::1', '10.9.9.9')).toBe('2001:db8::1')
})

test.each([undefined, null, '', ' ', '192.0.2.7, '])(
  "without an address in the header (%j) it is the socket's",
  (header) => {
    expect(remoteAddress(header, '10.9.9.9')).toBe('10.9.9.9')
    expect(remoteAddress(header, undefined)).toBeNull()
  },
)

test('a sender cannot have more than 64 characters kept', () => {
  expect(remoteAddress('a'.repeat(5000), null)).toHaveLength(64)
})
