import { CommanderError } from 'commander'
import { isOutage } from '#lib/db/outage.ts'
import { Problem } from '#lib/db/problem.ts'
import { ConfigurationError } from '#lib/env.ts'
import { exitCodes, Stop } from './exit.ts'
import { Printer } from './print.ts'
import { buildProgram } from './program.ts'

/** Runs the command line and sets the exit code. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const print = new Printer(args.includes('--json'))
  try {
    const program = await buildProgram(args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = tell(error, print)
  }
}

function tell(error: unknown, print: Printer): number {
  // Commander has printed its message (or the help that was asked for) already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof Stop) {
    print.failure(error.message)
    return error.exitCode
  }
  if (error instanceof ConfigurationError) {
    print.failure(error.message)
    return exitCodes.usage
  }
  if (error instanceof Problem) {
    print.failure(error.message)
    return exitCodes.refused
  }
  if (isOutage(error)) {
    print.failure(
      'The database did not answer to the end. If this was an act, nobody knows yet whether it took place: look at the object again before you repeat it.',
    )
    return exitCodes.noDatabase
  }
  print.failure(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return exitCodes.refused
}
