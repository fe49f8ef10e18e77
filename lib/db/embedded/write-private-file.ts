import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Replaces a file whole, durably, readable by its owner alone. A reader sees the old text or the new, never half. */
export function writePrivateFile(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`
  const file = openSync(unfinished, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
}
