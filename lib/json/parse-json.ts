import { isUtf8 } from 'node:buffer'
import { isLosslessNumber, parse } from 'lossless-json'
import { scanStructure } from '#lib/json/scan-structure.ts'
import type { JsonValue } from '#lib/json/value.ts'

/** No provider nests a tenth as deep; the parser's own stack ends near 4,000. */
export const maxDepth = 200

type ParsedJson =
  | {
      readonly ok: true
      readonly value: JsonValue
      /** Some object names a key twice. The last one counts, as in JSON.parse; other readers may take the first. */
      readonly duplicateKeys: boolean
    }
  | {
      readonly ok: false
      readonly reason: 'not_json' | 'too_deep'
      /** Says where, never what: the text may be personal data. */
      readonly message: string
      /** Counted from 0, after a byte-order mark: bytes where the body is no UTF-8, else UTF-16 code units. */
      readonly position: number | null
    }

/** Parses strictly (RFC 8259) but for one leading byte-order mark, which is skipped. Never throws. */
export function parseJson(bytes: Buffer): ParsedJson {
  const body = withoutMark(bytes)
  if (!isUtf8(body)) return notUtf8(body)
  const text = body.toString('utf8')
  const structure = scanStructure(text, maxDepth)
  if (structure.tooDeepAt !== null) {
    const message = `The body nests deeper than ${maxDepth} levels at character ${structure.tooDeepAt}.`
    return { ok: false, reason: 'too_deep', message, position: structure.tooDeepAt }
  }
  try {
    const value = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }) as JsonValue
    // lossless-json reports a repeated key only where the values differ, so the keys are counted on both sides.
    return { ok: true, value, duplicateKeys: countKeys(value) !== structure.keys }
  } catch (error) {
    return notJson(error, text)
  }
}

function withoutMark(bytes: Buffer): Buffer {
  return beginsWithMark(bytes) ? bytes.subarray(3) : bytes
}

/** U+FEFF in UTF-8. */
export function beginsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function countKeys(value: JsonValue): number {
  if (value === null || typeof value !== 'object' || isLosslessNumber(value)) return 0
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item)
    return keys
  }
  for (const key of Object.keys(value)) keys += 1 + countKeys(value[key] ?? null)
  return keys
}

function notUtf8(body: Buffer): ParsedJson {
  const decodedAgain = Buffer.from(body.toString('utf8'))
  const position = body.findIndex((byte, at) => byte !== decodedAgain[at])
  return { ok: false, reason: 'not_json', message: `The body is not UTF-8 at byte ${position}.`, position }
}

function notJson(error: unknown, text: string): ParsedJson {
  // The parser's own words quote the text; its position is all that may be repeated.
  const found = error instanceof SyntaxError ? / at position (\d+)$/.exec(error.message)?.[1] : undefined
  const position = found === undefined ? null : Number(found)
  const where = position === null ? '' : position >= text.length ? ': it ends too early' : ` at character ${position}`
  return { ok: false, reason: 'not_json', message: `The body is not valid JSON${where}.`, position }
}
