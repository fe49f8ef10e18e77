const SENSITIVE =
  /authorization|cookie|signature|secret|password|passphrase|token|api[-_]?key|master[-_]?key|ledger_key|database_?url|^body$|payload|headers/i
const DEPTH_MAX = 6
const ITEMS_MAX = 50
const TEXT_MAX = 4000

/** A copy of a log record without what must never be logged. Deep, wide and long values are cut off. */
export function redact(record: Record<string, unknown>): Record<string, unknown> {
  return copyObject(record, 0)
}

function copyObject(record: object, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record).slice(0, ITEMS_MAX)) {
    copy[name] =
      SENSITIVE.test(name) && value !== undefined && value !== null ? '[redacted]' : copyValue(value, depth + 1)
  }
  return copy
}

function copyValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return plainError(value, depth)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > DEPTH_MAX) return '[…]'
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => copyValue(item, depth + 1))
  return copyObject(value, depth)
}

/**
 * Only these fields: PostgreSQL's errors also carry `detail` and `where`, which quote the row, and HTTP clients'
 * errors carry whole requests.
 */
function plainError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: copyValue(error.message, depth),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: copyValue(error.stack, depth),
    ...(error.cause !== undefined && depth < DEPTH_MAX ? { cause: copyValue(error.cause, depth + 1) } : {}),
  }
}
