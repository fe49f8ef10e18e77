import type { Command } from 'commander'
import { wholeNumber } from './arguments.ts'
import { exitCodes, Stop } from './exit.ts'
import { onLedger } from './on-ledger.ts'
import { table } from './table.ts'

interface CreateOptions {
  source: string
  type?: string
  action: string
  destination: string
}

export function build(binding: Command): void {
  buildCreate(binding)
  buildList(binding)
  buildRemove(binding)
}

function buildCreate(binding: Command): void {
  binding
    .command('create')
    .description(
      'For events of a type from a source, run an action at a destination. Events held for want of one become due.',
    )
    .requiredOption('--source <slug>', 'the source')
    .option('--type <type>', "the type of event, or '*' for all (default: *)")
    .requiredOption('--action <name>', 'the action, as registered in lib/actions')
    .requiredOption('--destination <slug>', 'where it acts')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run -s ledger -- binding create --source stripe-live --type payment_intent.succeeded --action forward-event --destination tickets',
    )
    .action(
      onLedger<CreateOptions>(async ({ pool, print, person }, { options }) => {
        const { bindAction } = await import('#lib/commands/bind-action.ts')
        await checkAction(options.action)
        return print.outcome(await bindAction(pool, await person(), options))
      }),
    )
}

function buildList(binding: Command): void {
  binding
    .command('list')
    .description('List the bindings.')
    .action(
      onLedger(async ({ pool, print }) => {
        const { listBindings } = await import('./queries/list-bindings.ts')
        const bindings = await listBindings(pool)
        print.show(bindings, () =>
          table(
            bindings,
            {
              id: (row) => row.id,
              source: (row) => row.source,
              type: (row) => row.type,
              action: (row) => row.action,
              destination: (row) => row.destination,
            },
            {
              none: 'No binding yet: events of sources that are not record-only wait. Make one with `binding create`.',
            },
          ),
        )
        return undefined
      }),
    )
}

function buildRemove(binding: Command): void {
  binding
    .command('remove')
    .description('Remove a binding. Operations that are planned already still run.')
    .argument('<id>', 'its number, as `binding list` shows it', wholeNumber(1, 2_147_483_647))
    .action(
      onLedger<object, [number]>(async ({ pool, print, person }, { operands }) => {
        const { unbindAction } = await import('#lib/commands/unbind-action.ts')
        return print.outcome(await unbindAction(pool, await person(), { bindingId: operands[0] }))
      }),
    )
}

/** A binding to an action that the code does not have would hold every event it is for. */
async function checkAction(name: string): Promise<void> {
  const { loadRegistry } = await import('#lib/actions/registry.ts')
  const bindable = (await loadRegistry()).newest
    .filter((action) => action.on === 'binding')
    .map((action) => action.name)
  if (bindable.includes(name)) return
  throw new Stop(
    exitCodes.refused,
    `Nothing was done: there is no action ${JSON.stringify(name)} that takes a binding. There are: ${bindable.join(', ') || 'none yet; write one in lib/actions'}.`,
  )
}
