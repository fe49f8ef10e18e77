import type { Command } from 'commander'
import { verifyLedger } from '#lib/ledger/verify-ledger.ts'
import { exitCodes } from './exit.ts'
import { onLedger } from './on-ledger.ts'
import { table } from './table.ts'

/** A person reads so many at most; --json prints all that verification keeps. */
const shown = 100

export function build(verify: Command): void {
  verify
    .description("Replay every event's ledger entries from nothing and compare them with the current states.")
    .addHelpText('after', '\nExit code 1 with the list where anything does not agree.')
    .action(
      onLedger(async ({ pool, print }) => {
        const startedAt = performance.now()
        const verified = await verifyLedger(pool)
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
        const { counts, mismatches, mismatchCount } = verified
        print.show({ ok: mismatchCount === 0, ...verified }, () => {
          const checked = `Checked ${counts.events} events, ${counts.ledgerEntries} ledger entries, ${counts.operations} operations and ${counts.sideEffects} side effects in ${seconds} s.`
          if (mismatchCount === 0) return `${checked} Everything agrees.`
          const list = table(
            mismatches.slice(0, shown),
            {
              kind: (row) => row.kind,
              event: (row) => row.eventId,
              operation: (row) => row.operationId,
              what: (row) => row.message,
            },
            { none: '' },
          )
          const more = mismatchCount > shown ? `\n… and ${mismatchCount - shown} more (--json)` : ''
          return `${checked} ${mismatchCount} mismatch${mismatchCount === 1 ? '' : 'es'}:\n${list}${more}`
        })
        return mismatchCount === 0 ? exitCodes.done : exitCodes.refused
      }),
    )
}
