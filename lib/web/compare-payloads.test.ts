import { expect, test } from 'vitest'
import { comparePayloads } from './compare-payloads.ts'

const compare = (original: string, second: string) => comparePayloads(Buffer.from(original), Buffer.from(second))
const paths = (original: string, second: string) => compare(original, second)?.differences.map(({ path }) => path)

test('only what differs is listed, by its path, with what both said', () => {
  expect(compare('{"id":1,"items":[{"n":"a"},{"n":"b"}]}', '{"id":1,"items":[{"n":"a"},{"n":"c"}]}')).toEqual({
    differences: [{ path: 'items[1].n', original: '"b"', second: '"c"' }],
    equalFields: 2,
    cut: false,
  })
})

test('a field that is not there is told from one that is null', () => {
  expect(compare('{"a":null}', '{}')?.differences).toContainEqual({ path: 'a', original: 'null', second: null })
})

test.each([
  ['1.0', '1'],
  ['1', '"1"'],
  ['9007199254740993', '9007199254740992'],
  ['{}', '[]'],
  ['{"__proto__":1}', '{"__proto__":2}'],
  ['{"isLosslessNumber":true,"value":"5"}', '5'],
])('%s is not %s', (original, second) => {
  expect(paths(`{"a":${original}}`, `{"a":${second}}`)).not.toEqual([])
})

test('white space and the order of names make no difference', () => {
  expect(compare('{"a":1,"b":[ ]}', '{ "b": [], "a": 1 }')).toMatchObject({ differences: [], equalFields: 2 })
})

test.each([
  ['{"a.b":1}', '{"a":{"b":1}}'],
  ['{"a[0]":1}', '{"a":[1]}'],
  ['{"":1}', '1'],
  ['{"[\\"a\\"]":1}', '{"a":1}'],
])('a name that looks like a path does not hide that %s is not %s', (original, second) => {
  expect(paths(original, second)).toHaveLength(2)
})

test('long values are cut, yet never so that their difference is cut away', () => {
  const same = 'x'.repeat(5_000)
  const [difference] = compare(`"${same}1${same}"`, `"${same}2${same}"`)?.differences ?? []
  expect(difference?.original).toMatch(/^…x+1x+…$/)
  expect(difference?.second).toMatch(/^…x+2x+…$/)
  expect(difference?.original?.length).toBeLessThan(2_100)
  expect(compare('1', `"${same}"`)?.differences[0]?.second).toMatch(/^"x+…$/)
})

test('more than 200 differences are counted out and said to be cut', () => {
  const list = (value: number, length: number) => JSON.stringify(new Array(length).fill(value))
  expect(compare(list(1, 200), list(2, 200))).toMatchObject({ cut: false })
  const cut = compare(list(1, 201), list(2, 201))
  expect(cut).toMatchObject({ cut: true, equalFields: 0 })
  expect(cut?.differences).toHaveLength(200)
})

test.each(['', 'a=1', '{"a":1', '['.repeat(5_000)])('bodies that are not JSON are not compared by field', (body) => {
  expect(compare(body, '{}')).toBeNull()
  expect(compare('{}', body)).toBeNull()
})
