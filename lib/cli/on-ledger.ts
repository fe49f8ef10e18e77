import type { Command } from 'commander'
import type { Pool } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { connect } from './connect.ts'
import { type ExitCode, exitCodes } from './exit.ts'
import { findKey } from './find-key.ts'
import { findPerson } from './find-person.ts'
import { Printer } from './print.ts'

/** What a subcommand works with. */
interface OnLedger {
  readonly pool: Pool
  readonly print: Printer
  /** Who acts; asked for only by what acts. */
  person(): Promise<Person>
  /** The key secrets are sealed with. */
  key(): Promise<Buffer>
}

/** What a subcommand was given. Commander has checked what is required and run the parsers. */
interface Given<Options, Operands> {
  readonly operands: Operands
  readonly options: Options
}

type Work<Options, Operands> = (ledger: OnLedger, given: Given<Options, Operands>) => Promise<ExitCode | undefined>

/** Makes `work` what a subcommand does: opens the database before it and closes it after it. */
export function onLedger<Options = object, Operands extends unknown[] = []>(work: Work<Options, Operands>) {
  return async (...args: unknown[]): Promise<void> => {
    const command = args.at(-1) as Command
    const { json, as, ...options } = command.optsWithGlobals<{ json?: true; as?: string }>()
    const pool = await connect()
    try {
      const ledger: OnLedger = {
        pool,
        print: new Printer(json === true),
        person: () => findPerson(pool, as),
        key: () => findKey(pool),
      }
      const given = { operands: args.slice(0, -2) as Operands, options: options as Options }
      process.exitCode = (await work(ledger, given)) ?? exitCodes.done
    } finally {
      await pool.end()
    }
  }
}
