import { createLogger, type Logger } from '#lib/log.ts'

const shared = globalThis as typeof globalThis & { ledgerWebLog?: Logger }

export function webLog(): Logger {
  shared.ledgerWebLog ??= createLogger('web')
  return shared.ledgerWebLog
}
