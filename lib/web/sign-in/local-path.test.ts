import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each(['/', '/events', '/events/12?tab=raw&x=%2F%2Fevil.example', '/events?type=a%20b'])(
  '%s is kept as it is',
  (path) => {
    expect(localPath(path)).toBe(path)
  },
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  '//evil.example@ledger.invalid:80@evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'events',
  '',
  `/${'a'.repeat(2000)}`,
])('%j leads to the first page', (path) => {
  expect(localPath(path)).toBe('/')
})

test('whatever it answers stays on the host that serves it, however the browser reads it', () => {
  const pieces = ['/', '\\', '.', '..', '%2e', '%2f', '\t', '\r', '@', ':', '?', '#', 'evil.example', 'ledger.invalid']
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces)
        for (const d of pieces) {
          const path = localPath(`/${a}${b}${c}${d}`)
          expect(new URL(path, 'https://here.example').origin, path).toBe('https://here.example')
        }
})

test('signing in does not lead back to signing in', () => {
  expect(localPath('/sign-in')).toBe('/')
  expect(localPath('/sign-in?next=/events')).toBe('/')
  expect(localPath('/x/../sign-in')).toBe('/')
})

test('a parameter that is missing or given twice leads to the first page', () => {
  expect(localPath(undefined)).toBe('/')
  expect(localPath(['/events', '//evil.example'])).toBe('/')
})
