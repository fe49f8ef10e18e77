import type { Command } from 'commander'
import { onLedger } from './on-ledger.ts'

export function build(demo: Command): void {
  demo
    .command('remove')
    .description('Remove the demo source and destination, with everything that came through them.')
    .action(
      onLedger(async ({ pool, print, person }) => {
        const { removeDemo } = await import('#lib/commands/remove-demo.ts')
        return print.outcome(await removeDemo(pool, await person()))
      }),
    )
}
