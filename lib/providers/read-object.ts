import { canonicalise } from '#lib/json/canonicalise.ts'
import { parseJson } from '#lib/json/parse-json.ts'
import { isObject } from '#lib/json/pointer.ts'
import type { JsonObject } from '#lib/json/value.ts'
import { reject } from '#lib/providers/identify.ts'
import type { Reading } from '#lib/providers/provider.ts'

export type ObjectRead =
  | { readonly ok: true; readonly object: JsonObject; canonical(omit: readonly string[]): Buffer | string }
  | Extract<Reading, { ok: false }>

/**
 * The body as a JSON object with its canonical form. A body that names a key twice has no form all readers agree on,
 * so there the bytes themselves stand for it.
 */
export function readObject(body: Buffer): ObjectRead {
  const parsed = parseJson(body)
  if (!parsed.ok) return reject(parsed.reason, parsed.message)
  const { value, duplicateKeys } = parsed
  if (!isObject(value)) {
    const what = Array.isArray(value) ? 'a list; one request must hold one event' : 'a bare value'
    return reject('not_an_object', `The body is JSON but not an object: ${what}.`)
  }
  return { ok: true, object: value, canonical: (omit) => (duplicateKeys ? body : canonicalise(value, { omit })) }
}
