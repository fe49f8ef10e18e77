import { Argument, type Command } from 'commander'
import { id, wholeNumber } from './arguments.ts'
import { onLedger } from './on-ledger.ts'
import { table } from './table.ts'

type Resolution = 'keep' | 'adopt' | 'reject'

export function build(conflict: Command): void {
  buildList(conflict)
  buildResolve(conflict)
}

function buildList(conflict: Command): void {
  conflict
    .command('list')
    .description('List open conflicts, oldest first.')
    .option('--all', 'resolved ones too, newest first')
    .option('--limit <n>', 'how many', wholeNumber(1, 1000), 50)
    .action(
      onLedger<{ all?: true; limit: number }>(async ({ pool, print }, { options }) => {
        const { listConflicts } = await import('./queries/list-conflicts.ts')
        const conflicts = await listConflicts(pool, { all: options.all === true, limit: options.limit })
        print.show(conflicts, () =>
          table(
            conflicts,
            {
              id: (row) => row.id,
              opened: (row) => row.openedAt,
              event: (row) => row.eventId,
              'provider event': (row) => `${row.provider} ${row.account} ${row.providerEventId}`,
              state: (row) => row.state,
              delivery: (row) => row.deliveryId,
              resolution: (row) => row.resolution,
            },
            { none: options.all ? 'There was never a conflict.' : 'No open conflict.' },
          ),
        )
        return undefined
      }),
    )
}

function buildResolve(conflict: Command): void {
  conflict
    .command('resolve')
    .description(
      'Decide which content stands. The original is never changed; the other content counts as known from then on.',
    )
    .argument('<id>', 'its number, as `conflict list` shows it', id)
    .addArgument(
      new Argument(
        '<resolution>',
        'keep: the original stands · adopt: the other content becomes an event of its own · reject: neither is processed',
      ).choices(['keep', 'adopt', 'reject']),
    )
    .requiredOption('--reason <reason>', 'why: it stays in the ledger')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run -s ledger -- conflict resolve 7 keep --reason "the second one came from a test run"',
    )
    .action(
      onLedger<{ reason: string }, [bigint, Resolution]>(async ({ pool, print, person }, { operands, options }) => {
        const { resolveConflict } = await import('#lib/commands/resolve-conflict.ts')
        const [conflictId, resolution] = operands
        return print.outcome(
          await resolveConflict(pool, await person(), { conflictId, resolution, reason: options.reason }),
        )
      }),
    )
}
