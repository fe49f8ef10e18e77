import { readFileSync } from 'node:fs'
import { exitCodes, Stop } from './exit.ts'

/**
 * A secret from a file, `-` for standard input: given on the command line it would stand in the shell's history and
 * in the list of processes. One line break at the end is not part of it.
 */
export function readSecretFile(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new Stop(
      exitCodes.usage,
      `Nothing was done: ${path === '-' ? 'standard input' : path} cannot be read (${code}).`,
    )
  }
}

/** Secrets given in either way, in the order of the options. */
export function secretsOf(options: { secret?: string[]; secretFile?: string[] }): string[] {
  return [...(options.secret ?? []), ...(options.secretFile ?? []).map(readSecretFile)]
}
