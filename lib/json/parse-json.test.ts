import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { maxDepth, parseJson } from '#lib/json/parse-json.ts'
import { find, textAt } from '#lib/json/pointer.ts'

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

function parsed(text: string | Buffer) {
  const result = parseJson(Buffer.from(text))
  if (!result.ok) throw new Error(result.message)
  return result
}

describe('what is kept', () => {
  test.each(['1.0', '1e400', '-0', '0.10', '1E+2', '123456789012345678901234567890', '9007199254740993'])(
    'a number keeps its text: %s',
    (text) => expect(textAt(parsed(`{"n":${text}}`).value, '/n')).toBe(text),
  )

  test('a key named __proto__ is data and changes no prototype', () => {
    const { value } = parsed('{"__proto__":{"isAdmin":true},"a":{"__proto__":{"role":"owner"}}}')
    expect(find(value, '/__proto__/isAdmin')).toBe(true)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('isAdmin' in {}).toBe(false)
  })

  test('an object that looks like a parsed number is an object', () => {
    const { value } = parsed('{"a":{"isLosslessNumber":true,"value":"1"}}')
    expect(textAt(value, '/a')).toBeUndefined()
    expect(find(value, '/a')).not.toBeInstanceOf(LosslessNumber)
  })

  test('U+0000 and half surrogate pairs are kept', () => {
    expect(textAt(parsed('{"a":"x\\u0000y"}').value, '/a')).toBe('x\u0000y')
    expect(textAt(parsed('{"a":"cut \\ud83d"}').value, '/a')).toBe('cut \ud83d')
  })

  test('every document JSON.stringify writes is read as the same document', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const result = parsed(text)
        const plain = JSON.stringify(result.value, (_, value) =>
          value instanceof LosslessNumber ? Number(value.value) : value,
        )
        expect(JSON.parse(plain)).toEqual(JSON.parse(text))
        expect(result.duplicateKeys).toBe(false)
      }),
    )
  })
})

describe('byte-order marks', () => {
  test('one is skipped', () =>
    expect(textAt(parsed(Buffer.concat([mark, Buffer.from('{"a":"b"}')])).value, '/a')).toBe('b'))

  test('two are not JSON', () => {
    expect(parseJson(Buffer.concat([mark, mark, Buffer.from('{}')]))).toMatchObject({
      ok: false,
      reason: 'not_json',
      position: 0,
    })
  })
})

describe('repeated keys are noticed', () => {
  test.each([
    ['with different values', '{"a":1,"a":2}', '2'],
    ['with equal values', '{"a":1,"a":1}', '1'],
    ['with numbers written differently', '{"a":1,"a":1.0}', '1.0'],
    ['written differently', '{"a":1,"\\u0061":2}', '2'],
    ['around a colon in a string', '{"a":":","a":"x:\\"y"}', 'x:"y'],
  ])('%s, and the last one counts', (_, text, last) => {
    const result = parsed(text)
    expect(result.duplicateKeys).toBe(true)
    expect(textAt(result.value, '/a')).toBe(last)
  })

  test.each(['{"a":[],"a":{}}', '{"x":[{"a":{"b":1},"a":{"b":1}}]}', '{"__proto__":1,"__proto__":1}'])('%s', (text) => {
    expect(parsed(text).duplicateKeys).toBe(true)
  })

  test('the same key in different objects is no repetition', () => {
    expect(parsed('{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":":"}').duplicateKeys).toBe(false)
  })
})

describe('what is refused', () => {
  test.each([
    '',
    ' ',
    '{',
    '{"a":NaN}',
    '{"a":-Infinity}',
    '{"a":01}',
    "{'a':1}",
    '{"a":1,}',
    '{"a":1} x',
    '{"a":"\u0001"}',
    '{"a":"\\x"}',
    '[1 2]',
    '// c\n{}',
    'undefined',
  ])('%j is not JSON', (text) => {
    expect(parseJson(Buffer.from(text))).toMatchObject({ ok: false, reason: 'not_json', position: expect.any(Number) })
  })

  test('the position is that of the first wrong character', () => {
    expect(parseJson(Buffer.from('{"id":"x","ratio":NaN}'))).toMatchObject({ position: 18 })
  })

  test('bytes that are no UTF-8 are not JSON, at the first wrong byte', () => {
    const body = Buffer.concat([Buffer.from('{"a":"é'), Buffer.from([0xff]), Buffer.from('"}')])
    expect(parseJson(body)).toMatchObject({ ok: false, reason: 'not_json', position: 8 })
  })

  test('the message never repeats the text', () => {
    const result = parseJson(Buffer.from('{"card":"4242424242424242",,}'))
    expect(result).toMatchObject({ ok: false })
    expect(JSON.stringify(result)).not.toMatch(/4242|card/)
  })

  test(`${maxDepth} levels are read and one more is too deep`, () => {
    expect(parseJson(Buffer.from(nested(maxDepth))).ok).toBe(true)
    expect(parseJson(Buffer.from(nested(maxDepth + 1)))).toMatchObject({
      ok: false,
      reason: 'too_deep',
      position: maxDepth,
    })
  })

  test('a million levels cost no stack', () => {
    expect(parseJson(Buffer.from('{"a":'.repeat(1_000_000)))).toMatchObject({ reason: 'too_deep' })
  })

  test('brackets inside strings are no levels', () => {
    expect(parseJson(Buffer.from(JSON.stringify({ a: '[{'.repeat(500), b: '\\"[' }))).ok).toBe(true)
  })

  test('no bytes make it throw', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseJson(Buffer.from(bytes))))
  })
})
