import { isLosslessNumber } from 'lossless-json'
import type { JsonObject, JsonValue } from '#lib/json/value.ts'

const pointerForm = /^(?:\/(?:[^~/]|~[01])*)*$/
const indexForm = /^(?:0|[1-9]\d*)$/

/** RFC 6901, as a string: `/data/object/id`, `/items/0`, `~1` for a slash and `~0` for a tilde inside a name. */
export function isPointer(text: string): boolean {
  return pointerForm.test(text)
}

export function pointerNames(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((name) => (name.includes('~') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name))
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
}

/** The value a pointer names, or undefined. Inherited properties are never found. */
export function find(value: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const name of pointerNames(pointer)) {
    if (Array.isArray(at)) at = indexForm.test(name) ? at[Number(name)] : undefined
    else if (isObject(at)) at = Object.hasOwn(at, name) ? at[name] : undefined
    else return undefined
  }
  return at
}

/** The text of a string or a number, digits as written; undefined for everything else. */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  return isLosslessNumber(value) ? value.value : undefined
}

export function textAt(value: JsonValue, pointer: string): string | undefined {
  return textOf(find(value, pointer))
}
