/** What the command's exit code says: scripts and monitors rely on it. */
export const exitCodes = {
  done: 0,
  /** It did not happen, or the answer is bad news (a mismatch, nothing found); the message says why. */
  refused: 1,
  usage: 2,
  noDatabase: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the command with a message for the person who typed it. */
export class Stop extends Error {
  readonly exitCode: ExitCode
  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
