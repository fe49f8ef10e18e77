import pino from 'pino'
import { loadEnv } from './env.ts'
import { humanLine } from './log/human-line.ts'
import { redact } from './log/redact.ts'

export type Logger = pino.Logger

/**
 * The log of one part of the product: one JSON object per line on stdout, or one line of text on a terminal.
 * Fields that may carry a secret or a payload are cut out whatever their depth.
 */
export function createLogger(part: string): Logger {
  const env = loadEnv()
  const asText = env.logFormat === 'text' || (env.logFormat === 'auto' && process.stdout.isTTY === true)
  const destination = asText
    ? { write: (line: string) => process.stdout.write(humanLine(line)) }
    : pino.destination({ dest: 1, sync: true })
  return pino(
    {
      level: env.logLevel,
      base: { part, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redact },
      // `redact` has already made errors plain.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  )
}
