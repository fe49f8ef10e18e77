import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const ROTATE_BYTES = 10 * 1024 * 1024

/** The server's own log, appended to across starts; one older file is kept. */
export interface ServerLog {
  readonly file: number
  /** What the server has written since it was opened; the last 8 kB of it. */
  readonly tail: () => string
  readonly close: () => void
}

export function openServerLog(path: string): ServerLog {
  if (existsSync(path) && statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`)
  const file = openSync(path, 'a+', 0o600)
  const start = statSync(path).size
  const tail = () => {
    const from = Math.max(start, statSync(path).size - 8192)
    const buffer = Buffer.alloc(8192)
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString('utf8')
  }
  return { file, tail, close: () => closeSync(file) }
}
