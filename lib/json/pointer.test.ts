import { expect, test } from 'vitest'
import { parseJson } from '#lib/json/parse-json.ts'
import { find, isPointer, textAt } from '#lib/json/pointer.ts'
import type { JsonValue } from '#lib/json/value.ts'

function json(text: string): JsonValue {
  const result = parseJson(Buffer.from(text))
  if (!result.ok) throw new Error(result.message)
  return result.value
}

// The document and the answers of RFC 6901, section 5.
const rfc = json('{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}')

test.each([
  ['/foo/0', 'bar'],
  ['/', '0'],
  ['/a~1b', '1'],
  ['/c%d', '2'],
  ['/e^f', '3'],
  ['/g|h', '4'],
  ['/i\\j', '5'],
  ['/k"l', '6'],
  ['/ ', '7'],
  ['/m~0n', '8'],
])('%s names %s, as in RFC 6901', (pointer, text) => expect(textAt(rfc, pointer)).toBe(text))

test('the empty pointer names the whole document', () => expect(find(rfc, '')).toBe(rfc))

test('a tilde escape is undone once', () => expect(textAt(json('{"~1":"x"}'), '/~01')).toBe('x'))

test.each([
  '/foo/2',
  '/foo/00',
  '/foo/-',
  '/foo/-1',
  '/nothing',
  '/foo/0/0',
  '/constructor',
  '/__proto__',
  '/foo/length',
])('%s names nothing: what is inherited is never found', (pointer) => expect(find(rfc, pointer)).toBeUndefined())

test('30 digits stay 30 digits', () => {
  expect(textAt(json('{"id":123456789012345678901234567890}'), '/id')).toBe('123456789012345678901234567890')
})

test('only text and numbers have a text', () => {
  for (const value of ['true', 'null', '{}', '[]']) expect(textAt(json(`{"a":${value}}`), '/a')).toBeUndefined()
})

test('pointers are told from other text', () => {
  for (const pointer of ['', '/', '/a', '/a~0b~1c', '/ä/0']) expect(isPointer(pointer)).toBe(true)
  for (const other of ['a', '/a~', '/a~2', '$.a', '#/a']) expect(isPointer(other)).toBe(false)
})
