import { headers } from 'next/headers'
import type { z } from 'zod'
import type { CommandOutcome } from '#lib/commands/outcome.ts'
import type { Pool } from '#lib/db/connect.ts'
import { isOutage } from '#lib/db/outage.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { commandPool } from './command-pool.ts'
import { webLog } from './log.ts'
import { isSameOrigin } from './same-origin.ts'
import { findPerson } from './session.ts'

/** What a page's button gets back. A failure changed nothing, except `unavailable`, which may not know. */
export type Answer<T extends object = object> =
  | ({ readonly ok: true; readonly message: string } & T)
  | { readonly ok: false; readonly code: FailureCode; readonly message: string }

type FailureCode = Extract<CommandOutcome, { ok: false }>['code'] | 'signed_out' | 'cross_origin' | 'unavailable'

const failures = {
  signed_out: 'Nothing was done: you are signed out. Sign in again; this page can be opened again afterwards.',
  cross_origin:
    'Nothing was done: the request did not come from a page of this product. Reload the page and try again.',
  invalid: 'Nothing was done: the request is not complete. Reload the page and try again.',
  unavailable:
    'The database did not answer, so it is not known whether this was done. Reload the page: it shows what is true now.',
} as const

const failed = (code: keyof typeof failures) => ({ ok: false, code, message: failures[code] }) as const

/**
 * Makes a server action of a command. Every call asks again who it is and where it comes from; whether the person may
 * is asked in lib/commands, in the transaction of the act. Only outages are caught: anything else is a bug.
 */
export function defineCommand<Schema extends z.ZodType, T extends object>(
  schema: Schema,
  run: (pool: Pool, person: Person, input: z.output<Schema>) => Promise<CommandOutcome<T>>,
): (input: z.input<Schema>) => Promise<Answer<T>> {
  return async (input) => {
    if (!isSameOrigin(await headers())) return failed('cross_origin')
    const parsed = schema.safeParse(input)
    if (!parsed.success) return failed('invalid')
    try {
      const person = await findPerson()
      if (person === null) return failed('signed_out')
      return await run(commandPool(), person, parsed.data)
    } catch (error) {
      if (!isOutage(error)) throw error
      webLog().error({ err: error }, 'a command met an outage')
      return failed('unavailable')
    }
  }
}
