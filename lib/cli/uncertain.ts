import { Argument, type Command } from 'commander'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import { id, wholeNumber } from './arguments.ts'
import { exitCodes, Stop } from './exit.ts'
import { onLedger } from './on-ledger.ts'
import { table } from './table.ts'

const decisions = { happened: 'happened', 'did-not-happen': 'did_not_happen', waive: 'waive' } as const

interface DecideOptions {
  seq: number
  reference?: string
  reason: string
}

export function build(uncertain: Command): void {
  buildList(uncertain)
  buildDecide(uncertain)
}

function buildList(uncertain: Command): void {
  uncertain
    .command('list')
    .description('List operations whose outcome nobody knows, of the oldest events first.')
    .option('--limit <n>', 'how many', wholeNumber(1, 1000), 50)
    .action(
      onLedger<{ limit: number }>(async ({ pool, print }, { options }) => {
        const { listUncertain } = await import('./queries/list-uncertain.ts')
        const operations = await listUncertain(pool, options.limit)
        print.show(operations, () =>
          table(
            operations,
            {
              operation: (row) => row.operationId,
              seq: (row) => row.seq,
              event: (row) => row.eventId,
              since: (row) => row.since,
              action: (row) => row.action,
              destination: (row) => row.destination,
              looks: (row) => row.looks,
              'next look': (row) => row.nextLookAt,
              evidence: (row) => row.evidence,
              cause: (row) => row.lastError,
            },
            { none: 'Nothing is uncertain.' },
          ),
        )
        return undefined
      }),
    )
}

function buildDecide(uncertain: Command): void {
  uncertain
    .command('decide')
    .description('Decide on your own account what became of an operation. Look at the destination first.')
    .argument('<operation>', 'its number, as `uncertain list` shows it', id)
    .addArgument(
      new Argument(
        '<decision>',
        'happened: it took place (needs --reference) · did-not-happen: it may be sent again · waive: it is not needed',
      ).choices(Object.keys(decisions)),
    )
    .requiredOption(
      '--seq <seq>',
      'its seq, as `uncertain list` shows it: the decision counts only if it has not moved since',
      wholeNumber(1, 2_147_483_647),
    )
    .requiredOption('--reason <reason>', 'why: it stays in the ledger')
    .option('--reference <reference>', "the destination's own name for what was made")
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run -s ledger -- uncertain decide 12 happened --seq 7 --reference R70 --reason "seen in the review list"',
    )
    .action(
      onLedger<DecideOptions, [bigint, keyof typeof decisions]>(
        async ({ pool, print, person }, { operands, options }) => {
          const { decideOperation } = await import('#lib/commands/decide-operation.ts')
          const [operationId, decision] = operands
          const input = {
            eventId: await eventOf(pool, operationId),
            operationId,
            expectedSeq: options.seq,
            decision: decisions[decision],
            reference: options.reference,
            reason: options.reason,
          }
          return print.outcome(await decideOperation(pool, await person(), input))
        },
      ),
    )
}

const findEventOf: Statement = { name: 'event_of_operation', text: 'SELECT event_id FROM operation WHERE id = $1' }

async function eventOf(pool: Pool, operationId: bigint): Promise<bigint> {
  const [operation] = await run<{ event_id: bigint }>(pool, findEventOf, [operationId])
  if (operation === undefined)
    throw new Stop(exitCodes.refused, `Nothing was done: there is no operation ${operationId} here.`)
  return operation.event_id
}
