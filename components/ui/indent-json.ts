/** Deeper than this, or nested without end, text stays as it is. */
const DEPTH_MAX = 60

/**
 * JSON text with line breaks and indentation, every token left as it was written: 1.0 stays 1.0 and thirty digits stay
 * thirty digits. Text that is not JSON comes back unchanged.
 */
export function indentJson(text: string): string {
  if (!isJson(text)) return text
  const out: string[] = []
  let depth = 0
  for (const token of text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []) {
    const last = out.at(-1)
    if (token === '}' || token === ']') {
      depth -= 1
      if (last !== '{' && last !== '[') out.push(`\n${'  '.repeat(depth)}`)
      out.push(token)
      continue
    }
    if (last === '{' || last === '[') out.push(`\n${'  '.repeat(depth)}`)
    if (token === ',') out.push(`,\n${'  '.repeat(depth)}`)
    else if (token === ':') out.push(': ')
    else out.push(token)
    if (token === '{' || token === '[') {
      depth += 1
      if (depth > DEPTH_MAX) return text
    }
  }
  return out.join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}
