import type { Command } from 'commander'
import type { CommandOutcome } from '#lib/commands/outcome.ts'
import type { Pool } from '#lib/db/connect.ts'
import { eventTransitions } from '#lib/ledger/machine.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { wholeNumber } from './arguments.ts'
import { type EventOperands, findEvent } from './find-event.ts'
import { onLedger } from './on-ledger.ts'

type Act = (
  pool: Pool,
  person: Person,
  input: { eventId: bigint; expectedSeq?: number; reason: string },
) => Promise<CommandOutcome>

const acts: Record<'retry' | 'replay' | 'restore' | 'reject', () => Promise<Act>> = {
  retry: async () => (await import('#lib/commands/retry-event.ts')).retryEvent,
  replay: async () => (await import('#lib/commands/replay-event.ts')).replayEvent,
  restore: async () => (await import('#lib/commands/restore-event.ts')).restoreEvent,
  reject: async () => (await import('#lib/commands/reject-event.ts')).rejectEvent,
}

interface ActOptions {
  reason: string
  seq?: number
}

/** `event retry|replay|restore|reject|reconcile|payload`. What each does is said by the machine itself. */
export function buildEventActs(event: Command): void {
  for (const verb of ['retry', 'replay', 'restore', 'reject'] as const) {
    const { from, consequence } = eventTransitions[verb]
    named(event.command(verb), `From ${from.join(', ')}. ${consequence}`)
      .requiredOption('--reason <reason>', 'why: it stays in the ledger')
      .option('--seq <seq>', 'only if the event still stands at this seq of its ledger', wholeNumber(1, 2_147_483_647))
      .addHelpText(
        'after',
        `\nExample:\n  $ npm run -s ledger -- event ${verb} stripe acct_1 evt_123 --reason "cause is mended"`,
      )
      .action(
        onLedger<ActOptions, EventOperands>(async ({ pool, print, person }, { operands, options }) => {
          const act = await acts[verb]()
          const eventId = await findEvent(pool, operands)
          return print.outcome(
            await act(pool, await person(), { eventId, expectedSeq: options.seq, reason: options.reason }),
          )
        }),
      )
  }

  named(event.command('reconcile'), 'Look up the outcome of an uncertain event now. Sends nothing again.')
    .option('--reason <reason>', 'why, for the audit trail')
    .action(
      onLedger<{ reason?: string }, EventOperands>(async ({ pool, print, person }, { operands, options }) => {
        const { reconcileEvent } = await import('#lib/commands/reconcile-event.ts')
        const eventId = await findEvent(pool, operands)
        return print.outcome(await reconcileEvent(pool, await person(), { eventId, reason: options.reason }))
      }),
    )

  named(event.command('payload'), 'Write the bytes as received to standard output. Audited.').action(
    onLedger<object, EventOperands>(async ({ pool, print, person }, { operands }) => {
      const { revealPayload } = await import('#lib/commands/reveal-payload.ts')
      const outcome = await revealPayload(pool, await person(), { eventId: await findEvent(pool, operands) })
      if (!outcome.ok) return print.outcome(outcome)
      const { body, headers } = outcome
      if (print.asJson) print.show({ headers, bodyBase64: body.toString('base64') }, () => '')
      else process.stdout.write(body)
      return undefined
    }),
  )
}

function named(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('<provider|id>', 'the provider, or our number alone')
    .argument('[account]', 'its account, or the account its source is configured for')
    .argument('[event-id]', "the provider's id of the event")
}
