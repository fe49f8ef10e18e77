/** More than this of a payload is not shown on a page; it can be downloaded. */
const SHOWN_BYTES = 200_000
const HEX_BYTES = 4_096

export interface PayloadText {
  readonly bytes: number
  readonly text: string
  /** `hex`: the bytes are not UTF-8 text. */
  readonly as: 'text' | 'hex'
  readonly cut: boolean
  readonly headers: readonly (readonly [string, string])[]
}

/** Bytes as a person can read them: as they are, nothing parsed, no number rewritten. */
export function payloadText(body: Uint8Array, headers: Readonly<Record<string, string>>): PayloadText {
  const common = { bytes: body.length, headers: Object.entries(headers) }
  const text = decode(body.subarray(0, SHOWN_BYTES), body.length > SHOWN_BYTES)
  if (text !== null) return { ...common, text, as: 'text', cut: body.length > SHOWN_BYTES }
  return { ...common, text: hexDump(body.subarray(0, HEX_BYTES)), as: 'hex', cut: body.length > HEX_BYTES }
}

/** Null where it is not UTF-8. A cut may fall inside a character: then `stream` leaves the rest of it out. */
function decode(bytes: Uint8Array, cut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 16) {
    const line = bytes.subarray(at, at + 16)
    const hex = Array.from(line, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = Array.from(line, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`)
  }
  return lines.join('\n')
}
