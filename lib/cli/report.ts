import type { Command } from 'commander'
import { type CappedCount, type OperatorReport, readReport } from '#lib/ledger/read-report.ts'
import { exitCodes, Stop } from './exit.ts'
import { onLedger } from './on-ledger.ts'
import { facts } from './table.ts'

export function build(report: Command): void {
  report
    .description('Print the operator report: what arrived, what was done, what needs a person.')
    .option('--source <slug>', 'of this source only')
    .action(
      onLedger<{ source?: string }>(async ({ pool, print }, { options }) => {
        const sourceId = options.source === undefined ? undefined : await sourceIdOf(pool, options.source)
        const read = await readReport(pool, { sourceId })
        print.show(read, () => reportText(read))
        return undefined
      }),
    )
}

async function sourceIdOf(pool: Parameters<typeof readReport>[0], slug: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM source WHERE slug = $1', [slug])
  const id = rows[0]?.id
  if (id === undefined) throw new Stop(exitCodes.refused, `There is no source ${slug}.`)
  return id
}

/** The report for a person's eyes. */
export function reportText(report: OperatorReport): string {
  const { byDisposition } = report.deliveries
  return facts({
    'Deliveries observed': grouped(report.deliveries.observed),
    ...Object.fromEntries(
      Object.entries(byDisposition).map(([name, count]) => [`  ${name.replace('_', ' ')}`, grouped(count)]),
    ),
    'Distinct events': grouped(report.distinctEvents),
    'Effects confirmed': grouped(report.effectsConfirmed),
    Uncertain: grouped(report.uncertain),
    'Oldest pending':
      report.oldestPendingSeconds === null ? 'nothing waits' : durationText(report.oldestPendingSeconds),
    'Retries waiting': cappedText(report.retriesWaiting),
    'Failed backlog': grouped(report.failedBacklog),
    'Held: conflict': cappedText(report.held.conflict),
    'Held: no action': cappedText(report.held.no_action),
    'Duplicate rate':
      report.duplicateRate === null ? 'nothing arrived yet' : `${(report.duplicateRate * 100).toFixed(1)} %`,
    'As of': report.at,
  })
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

function cappedText({ count, capped }: CappedCount): string {
  return capped ? `${grouped(count)}+` : grouped(count)
}

function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
