import { type Command, Option } from 'commander'
import { dispositions } from '#lib/ledger/machine.ts'
import { id, wholeNumber } from './arguments.ts'
import { onLedger } from './on-ledger.ts'
import { table } from './table.ts'

interface ListOptions {
  disposition?: string
  source?: string
  event?: bigint
  after?: bigint
  limit: number
}

export function build(delivery: Command): void {
  delivery
    .command('list')
    .description('List requests, newest first. Of refused ones a sample is kept; the report counts them all.')
    .addOption(new Option('--disposition <disposition>', 'only these').choices(Object.keys(dispositions)))
    .option('--source <slug>', 'only to this source')
    .option('--event <id>', 'only of this event, by our number', id)
    .option('--limit <n>', 'how many', wholeNumber(1, 1000), 50)
    .option('--after <id>', 'the cursor the page before ended with', id)
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run -s ledger -- delivery list --disposition refused --source stripe-live',
    )
    .action(
      onLedger<ListOptions>(async ({ pool, print }, { options }) => {
        const { listDeliveries } = await import('./queries/list-deliveries.ts')
        const page = await listDeliveries(pool, options)
        print.show(page, () =>
          [
            table(
              page.deliveries,
              {
                id: (row) => row.id,
                received: (row) => row.receivedAt,
                disposition: (row) => row.disposition,
                status: (row) => row.httpStatus,
                source: (row) => row.source,
                event: (row) => row.eventId,
                bytes: (row) => row.bodyBytes,
                from: (row) => row.remoteAddress,
                reference: (row) => row.deliveryReference,
                reason: (row) => row.reason,
              },
              { none: 'No delivery fits.' },
            ),
            ...(page.next === null ? [] : [`More: --after ${page.next}`]),
          ].join('\n'),
        )
        return undefined
      }),
    )
}
