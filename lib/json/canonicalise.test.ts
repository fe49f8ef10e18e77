import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalise } from '#lib/json/canonicalise.ts'
import { parseJson } from '#lib/json/parse-json.ts'

function canonical(text: string, omit: readonly string[] = []): string {
  const result = parseJson(Buffer.from(text))
  if (!result.ok) throw new Error(result.message)
  return canonicalise(result.value, { omit })
}

/** Writes a value with its keys in another order and white space between. */
function rewritten(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(rewritten).join(' ,\n')} ]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).reverse()
  return `{\t${entries.map(([key, item]) => `${JSON.stringify(key)} : ${rewritten(item)}`).join(' , ')} }`
}

describe('the same document has the same form', () => {
  test('key order and white space do not matter, for any document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonical(rewritten(value))).toBe(canonical(JSON.stringify(value)))
      }),
    )
  })

  test('escapes do not matter', () => expect(canonical('{"\\u0061":"\\u00E9\\/"}')).toBe(canonical('{"a":"é/"}')))

  test('it is its own form, for any document', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const form = canonical(text)
        expect(canonical(form)).toBe(form)
      }),
    )
  })

  test('keys are sorted by UTF-16 code units', () => {
    expect(canonical('{"é":1,"10":1,"9":1,"a":1,"B":1,"\ufb33":1,"😀":1}')).toBe(
      '{"10":1,"9":1,"B":1,"a":1,"é":1,"😀":1,"\ufb33":1}',
    )
  })
})

describe('different documents have different forms', () => {
  test.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['1e400', '1e401'],
    ['9007199254740992', '9007199254740993'],
    ['0', '-0'],
    ['"1"', '1'],
    ['null', '"null"'],
    ['"\\ud83d"', '"\\ufffd"'],
    ['"\\ud83d"', '"\\ud83e"'],
    ['[1,2]', '[2,1]'],
    ['[]', '{}'],
    ['"a\\u0000"', '"a"'],
  ])('%s and %s', (one, other) => {
    const bytes = (text: string) => Buffer.from(canonical(`{"a":${text}}`)).toString('hex')
    expect(bytes(one)).not.toBe(bytes(other))
  })

  test('__proto__ counts like any other key', () => {
    expect(canonical('{"__proto__":{"a":1}}')).toBe('{"__proto__":{"a":1}}')
    expect(canonical('{"__proto__":1}')).not.toBe(canonical('{}'))
  })

  test('any two documents that differ as data', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
        fc.pre(rewrittenSorted(one) !== rewrittenSorted(other))
        expect(canonical(first)).not.toBe(canonical(second))
      }),
    )
  })
})

function rewrittenSorted(value: unknown): string {
  return JSON.stringify(value, (_, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
      : item,
  )
}

describe('leaving out', () => {
  const text = '{"a":1,"b":{"c":2,"d":3},"e":[{"f":4,"g":5},6],"x/y":7}'

  test.each([
    [['/a'], '{"b":{"c":2,"d":3},"e":[{"f":4,"g":5},6],"x/y":7}'],
    [['/b/c'], '{"a":1,"b":{"d":3},"e":[{"f":4,"g":5},6],"x/y":7}'],
    [['/b/c', '/b', '/x~1y', '/a'], '{"e":[{"f":4,"g":5},6]}'],
    [['/b', '/b/c', '/e'], '{"a":1,"x/y":7}'],
    [['/e/0/g', '/e/1'], '{"a":1,"b":{"c":2,"d":3},"e":[{"f":4}],"x/y":7}'],
    [['/nothing', '/a/deeper', '/c'], '{"a":1,"b":{"c":2,"d":3},"e":[{"f":4,"g":5},6],"x/y":7}'],
  ])('%j', (omit, form) => expect(canonical(text, omit)).toBe(form))

  test('leaving out a name at the top keeps the same name below', () => {
    expect(canonical('{"n":1,"data":{"n":1}}', ['/n'])).toBe('{"data":{"n":1}}')
  })

  test('the whole document cannot be left out', () => expect(() => canonical('{}', [''])).toThrow(/whole document/))
})
