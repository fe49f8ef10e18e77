const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

interface Structure {
  /** Where the nesting passes the limit; null: nowhere. */
  readonly tooDeepAt: number | null
  /** Colons outside strings: in a valid document, the number of keys written. */
  readonly keys: number
}

/**
 * Looks at brackets, colons and string ends only, without recursion: a document of 10,000 levels would overflow the
 * parser's stack, so its depth must be known before it is parsed. Says nothing about validity.
 */
export function scanStructure(text: string, maxDepth: number): Structure {
  let depth = 0
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon) keys++
    else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth) return { tooDeepAt: at, keys }
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return { tooDeepAt: null, keys }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return text.length
}
