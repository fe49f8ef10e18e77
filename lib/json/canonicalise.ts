import { isLosslessNumber } from 'lossless-json'
import { pointerNames } from '#lib/json/pointer.ts'
import type { JsonObject, JsonValue } from '#lib/json/value.ts'

/** Names to leave out, as a tree: null ends a pointer, a map leads on to the next name. */
type Omitted = Map<string, Omitted | null>

/**
 * One text for all ways to write the same document: keys sorted by UTF-16 code units (as RFC 8785 does), no white
 * space, strings with the fewest escapes. Unlike RFC 8785 numbers stay as written, since `1.0` and `1`, or ids beyond
 * 2^53, need not be the same thing to whoever sent them. Unpaired surrogates stay escapes, so that no two documents
 * meet in U+FFFD when the text is encoded. `omit` holds pointers to what changes between attempts.
 */
export function canonicalise(value: JsonValue, { omit = [] }: { omit?: readonly string[] } = {}): string {
  return write(value, omit.length === 0 ? null : omittedTree(omit))
}

function omittedTree(pointers: readonly string[]): Omitted {
  const root: Omitted = new Map()
  for (const pointer of pointers) {
    const names = pointerNames(pointer)
    const last = names.pop()
    if (last === undefined) throw new Error('The whole document cannot be left out of its canonical form.')
    let at: Omitted | null = root
    for (const name of names) at = at && descend(at, name)
    at?.set(last, null)
  }
  return root
}

/** null: a shorter pointer already leaves this part out. */
function descend(tree: Omitted, name: string): Omitted | null {
  const known = tree.get(name)
  if (known !== undefined) return known
  const next: Omitted = new Map()
  tree.set(name, next)
  return next
}

function write(value: JsonValue, omitted: Omitted | null): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (isLosslessNumber(value)) return value.value
  return Array.isArray(value) ? writeArray(value, omitted) : writeObject(value, omitted)
}

function writeArray(items: readonly JsonValue[], omitted: Omitted | null): string {
  const kept: string[] = []
  items.forEach((item, index) => {
    const below = omitted?.get(String(index))
    if (below !== null) kept.push(write(item, below ?? null))
  })
  return `[${kept.join(',')}]`
}

function writeObject(object: JsonObject, omitted: Omitted | null): string {
  let text = ''
  for (const key of Object.keys(object).sort()) {
    const below = omitted?.get(key)
    if (below === null) continue
    text += `${text === '' ? '' : ','}${quoted(key)}:${write(object[key] ?? null, below ?? null)}`
  }
  return `{${text}}`
}

/** What JSON.stringify would leave as it is: no quote, backslash, control character or half surrogate pair. */
const plain = /^[ !#-[\]-\uD7FF\uE000-\uFFFF]*$/

/** JSON.stringify, called only where something must be escaped: that halves the time of the whole form. */
function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}
