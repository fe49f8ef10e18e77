const COLOURS: Record<string, number> = { trace: 90, debug: 90, info: 36, warn: 33, error: 31, fatal: 31 }

/** One JSON log line as a person reads it: time, level, part, message, then the other fields. */
export function humanLine(line: string): string {
  const { level, time, part, pid: _pid, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const clock = String(time).slice(11, 23)
  const shown = String(level).toUpperCase().padEnd(5)
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${bare(value)}`)
  const head = `${clock} \u001B[${COLOURS[String(level)] ?? 0}m${shown}\u001B[0m ${part}: ${bare(msg ?? '')}`
  return `${[head, ...rest].join(' ')}\n${errorLines(err)}`
}

/** Text as it is where it is harmless: no control character of a sender's may draw on the terminal. */
function bare(value: unknown): string {
  return typeof value === 'string' && /^[\P{C}]*$/u.test(value) ? value : JSON.stringify(value)
}

function errorLines(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message } = err as { stack?: string; message?: string }
  return `  ${(stack ?? message ?? '').replaceAll('\n', '\n  ')}\n`
}
