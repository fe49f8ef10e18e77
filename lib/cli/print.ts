import type { CommandOutcome } from '#lib/commands/outcome.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { toPlain } from './to-plain.ts'

/** How a command shows its answer: as text for a person or, with --json, as one JSON value for a program. */
export class Printer {
  readonly asJson: boolean

  constructor(asJson: boolean) {
    this.asJson = asJson
  }

  /** `text` is made only where it is shown. */
  show(value: unknown, text: () => string): void {
    process.stdout.write(`${this.asJson ? JSON.stringify(toPlain(value), null, 2) : text()}\n`)
  }

  /** A person's act: what came of it, and the exit code that says so. */
  outcome<T extends object>(
    outcome: CommandOutcome<T>,
    more: (done: { message: string } & T) => string = () => '',
  ): ExitCode {
    if (this.asJson) this.show(outcome, () => '')
    else if (outcome.ok) process.stdout.write(`${[outcome.message, more(outcome)].filter(Boolean).join('\n')}\n`)
    else process.stderr.write(`${outcome.message}\n`)
    return outcome.ok ? exitCodes.done : exitCodes.refused
  }

  failure(message: string): void {
    if (this.asJson) this.show({ ok: false, message }, () => '')
    else process.stderr.write(`${message}\n`)
  }
}
