import { type Command, Option } from 'commander'
import { eventStates } from '#lib/ledger/machine.ts'
import { id, wholeNumber } from './arguments.ts'
import { buildEventActs } from './event-acts.ts'
import { type EventOperands, findEvent } from './find-event.ts'
import { onLedger } from './on-ledger.ts'
import { table } from './table.ts'

interface ListOptions {
  state?: string
  source?: string
  type?: string
  held?: true
  after?: bigint
  limit: number
}

export function build(event: Command): void {
  buildList(event)
  buildShow(event)
  buildEventActs(event)
}

function buildList(event: Command): void {
  event
    .command('list')
    .description('List events, newest first.')
    .addOption(new Option('--state <state>', 'only in this state').choices(Object.keys(eventStates)))
    .option('--source <slug>', 'only from this source')
    .option('--type <type>', 'only of this type')
    .option('--held', 'only those that wait for a person: an open conflict, or no action')
    .option('--limit <n>', 'how many', wholeNumber(1, 1000), 50)
    .option('--after <id>', 'the cursor the page before ended with', id)
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run -s ledger -- event list --state failed --source stripe-live --limit 20 --json',
    )
    .action(
      onLedger<ListOptions>(async ({ pool, print }, { options }) => {
        const { listEvents } = await import('./queries/list-events.ts')
        const page = await listEvents(pool, options)
        print.show(page, () =>
          [
            table(
              page.events,
              {
                id: (row) => row.id,
                state: (row) =>
                  `${eventStates[row.state].mark} ${row.state}${row.hold === null ? '' : ` (held: ${row.hold})`}`,
                since: (row) => row.stateSince,
                source: (row) => row.source,
                type: (row) => row.type,
                account: (row) => row.account,
                event: (row) => row.eventId,
                attempts: (row) => row.attempts,
                'last error': (row) => row.lastError,
              },
              { none: 'No event fits.' },
            ),
            ...(page.next === null ? [] : [`More: --after ${page.next}`]),
          ].join('\n'),
        )
        return undefined
      }),
    )
}

function buildShow(event: Command): void {
  event
    .command('show')
    .description('Show one event: its deliveries, ledger, operations, side effects and conflicts.')
    .argument('<provider|id>', 'the provider, or our number alone')
    .argument('[account]', 'its account, or the account its source is configured for')
    .argument('[event-id]', "the provider's id of the event")
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run -s ledger -- event show stripe acct_1 evt_123 --json\n  $ npm run -s ledger -- event show 4711',
    )
    .action(
      onLedger<object, EventOperands>(async ({ pool, print }, { operands }) => {
        const { showEvent } = await import('./queries/show-event.ts')
        const { eventText } = await import('./event-text.ts')
        const shown = await showEvent(pool, await findEvent(pool, operands))
        if (shown === undefined) throw new Error('the event went away between two reads')
        print.show(shown, () => eventText(shown))
        return undefined
      }),
    )
}
