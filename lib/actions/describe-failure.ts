import { ActionError } from './action-error.ts'

/** Their messages name code, not data. */
const plain = [TypeError, RangeError, ReferenceError]

/**
 * Why an action threw, in words that may be stored, shown and logged. Other errors' messages are not repeated: a JSON
 * parser's, or PostgreSQL's, quote what they were given.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'the action threw something that is no error'
  if (error instanceof ActionError) return error.message
  const where = placeOf(error)
  if (plain.some((kind) => error instanceof kind)) return `${error.name}: ${error.message.slice(0, 200)}${where}`
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const about = [constraint, table].find((name) => typeof name === 'string')
  const named = typeof code === 'string' ? ` ${code}${about === undefined ? '' : ` (${about})`}` : ''
  return `${error.name}${named}${where}`
}

function placeOf(error: Error): string {
  const found = /([\w.-]+\.action\.ts:\d+)/.exec(error.stack ?? '')
  return found === null ? '' : ` at ${found[1]}`
}
