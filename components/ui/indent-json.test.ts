import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('JSON is laid out as JSON.stringify would', () => {
  const value = { a: [1, { b: [] }, {}, [[]]], 'c:,{}[]"\\': 'd: [x], {y} \\" \u2028', e: null, f: [true, false] }
  expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
  expect(indentJson(' {\t"a" :\r\n[ 1 , 2 ] } ')).toBe(JSON.stringify({ a: [1, 2] }, null, 2))
})

test('no token is rewritten: numbers, escapes, repeated names and empty ones stay as they were sent', () => {
  const text = '{"n":[1.0,-0,1e400,123456789012345678901234567890],"a":"\\u0041\\/","a":2,"":""}'
  expect(indentJson(text).replaceAll(/\n *|(?<=:) /g, '')).toBe(text)
})

test.each(['', 'a=1', '{"a":1', '{"a":1}}', "{'a':1}", '\ufeff{}', 'NaN'])(
  '%j, no JSON, comes back unchanged',
  (text) => {
    expect(indentJson(text)).toBe(text)
  },
)

test('text nested without end comes back unchanged, and does not run out of stack', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(indentJson(nested(60))).toContain('\n')
  expect(indentJson(nested(61))).toBe(nested(61))
  expect(indentJson(nested(100_000))).toBe(nested(100_000))
})

test('one string as long as a page shows is no trouble', () => {
  const text = JSON.stringify({ a: '\\"x'.repeat(60_000) })
  expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
})
