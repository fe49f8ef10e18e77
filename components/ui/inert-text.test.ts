import { describe, expect, test } from 'vitest'
import { cutMiddle, inertLines, inertText } from './inert-text.ts'

describe('foreign text', () => {
  test.each([
    ['a direction override', '\u202e', '⟨U+202E⟩'],
    ['a direction isolate', '\u2066', '⟨U+2066⟩'],
    ['a zero-width space', '\u200b', '⟨U+200B⟩'],
    ['a byte-order mark', '\ufeff', '⟨U+FEFF⟩'],
    ['a soft hyphen', '\u00ad', '⟨U+00AD⟩'],
    ['a variation selector', '\ufe00', '⟨U+FE00⟩'],
    ['a grapheme joiner', '\u034f', '⟨U+034F⟩'],
    ['a Hangul filler', '\u3164', '⟨U+3164⟩'],
    ['a tag character', '\u{e0041}', '⟨U+E0041⟩'],
    ['a NUL', '\0', '⟨U+0000⟩'],
    ['an escape', '\u001b', '⟨U+001B⟩'],
    ['a line feed', '\n', '⟨U+000A⟩'],
    ['a line separator', '\u2028', '⟨U+2028⟩'],
  ])('shows %s as its code point', (_name, character, shown) => {
    expect(inertText(`evt${character}_1`)).toBe(`evt${shown}_1`)
  })

  test('of any script is left as it is', () => {
    const text = 'Zoë — 東京 · שלום · e\u0301 · 🙂 <b>&amp;</b>'
    expect(inertText(text)).toBe(text)
  })

  test('with half a surrogate pair becomes well formed', () => {
    expect(inertText('a\ud800b')).toBe('a\ufffdb')
  })

  test('of many lines keeps line ends and tabs, but shows a lone return, which could hide a line', () => {
    expect(inertLines('a\r\n\tb\nc')).toBe('a\n\tb\nc')
    expect(inertLines('good\rbad\u202e')).toBe('good⟨U+000D⟩bad⟨U+202E⟩')
  })
})

describe('a value cut in the middle', () => {
  test('keeps both ends, and is never longer than allowed', () => {
    expect(cutMiddle('evt_0123456789abcdef', 10)).toBe('evt_01…def')
    for (let most = 1; most <= 20; most += 1) expect([...cutMiddle('x'.repeat(20), most)]).toHaveLength(most)
  })

  test('that fits is not cut, and no character is halved', () => {
    expect(cutMiddle('🙂🙂🙂', 3)).toBe('🙂🙂🙂')
    expect(cutMiddle('🙂'.repeat(9), 4)).toBe('🙂🙂…🙂')
  })
})
