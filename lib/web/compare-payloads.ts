import { isLosslessNumber } from 'lossless-json'
import { parseJson } from '#lib/json/parse-json.ts'
import type { JsonValue } from '#lib/json/value.ts'

/** Null: the field is not there. Values are JSON text with numbers as they were written. */
export interface FieldDifference {
  readonly path: string
  readonly original: string | null
  readonly second: string | null
}

export interface Comparison {
  readonly differences: readonly FieldDifference[]
  readonly equalFields: number
  /** More fields differ than are listed. */
  readonly cut: boolean
}

const LISTED_MAX = 200
const VALUE_MAX = 2_000
/** Characters shown before the place where two long values part. */
const LEAD = 40

/** Field by field; null where one of them is not JSON, so that only the bytes can be compared. */
export function comparePayloads(original: Buffer, second: Buffer): Comparison | null {
  const left = parseJson(original)
  const right = parseJson(second)
  if (!left.ok || !right.ok) return null
  const before = fieldsOf(left.value)
  const after = fieldsOf(right.value)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const differing = paths.filter((path) => before.get(path) !== after.get(path))
  return {
    differences: differing.slice(0, LISTED_MAX).map((path) => ({
      path: path === '' ? '(whole body)' : path,
      ...shown(before.get(path), after.get(path)),
    })),
    equalFields: paths.length - differing.length,
    cut: differing.length > LISTED_MAX,
  }
}

/** Long values begin a little before the place where they part, so that the difference is never cut away. */
function shown(original: string | undefined, second: string | undefined) {
  const parts = partingPlace(original ?? '', second ?? '')
  const start = parts < VALUE_MAX / 2 ? 0 : parts - LEAD
  const excerpt = (value: string | undefined) => {
    if (value === undefined) return null
    const end = start + VALUE_MAX
    return `${start > 0 ? '…' : ''}${value.slice(start, end)}${value.length > end ? '…' : ''}`
  }
  return { original: excerpt(original), second: excerpt(second) }
}

function partingPlace(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** A name that could be read as a path is quoted: `{"a.b": 1}` and `{"a": {"b": 1}}` are different documents. */
function below(path: string, name: string): string {
  if (name === '' || /[.[\]"]/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

/** Every leaf by its path: `data.object.amount`, `items[2].id`. Empty objects and lists are leaves. */
function fieldsOf(value: JsonValue): Map<string, string> {
  const fields = new Map<string, string>()
  const visit = (at: JsonValue, path: string) => {
    if (Array.isArray(at) && at.length > 0) {
      for (const [index, item] of at.entries()) visit(item, `${path}[${index}]`)
      return
    }
    if (isLosslessNumber(at)) {
      fields.set(path, at.value)
      return
    }
    if (at !== null && typeof at === 'object' && Object.keys(at).length > 0) {
      for (const [key, item] of Object.entries(at)) visit(item, below(path, key))
      return
    }
    fields.set(path, JSON.stringify(at))
  }
  visit(value, '')
  return fields
}
