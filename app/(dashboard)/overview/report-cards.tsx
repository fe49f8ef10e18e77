import { FigureCard } from '#components/ui/figure-card.tsx'
import { formatCapped, formatCount, formatShare, plural } from '#components/ui/format-number.ts'
import { formatDuration } from '#components/ui/format-time.ts'
import { backlogCap, type OperatorReport } from '#lib/web/queries/read-operator-report.ts'
import classes from './report-cards.module.css'

/** The operator report: what arrived and what was done are different measures, so both stand here. */
export function ReportCards({ report }: { readonly report: OperatorReport }) {
  const { byDisposition } = report.deliveries
  const held = report.held.conflict.count + report.held.no_action.count
  const pending = report.oldestPendingSeconds
  return (
    <>
      <dl className={classes.four} aria-label="Operator report">
        <FigureCard
          name="Deliveries observed"
          value={formatCount(report.deliveries.observed)}
          detail="requests that reached us"
          href="/deliveries"
        />
        <FigureCard
          name="Distinct events accepted"
          value={formatCount(report.distinctEvents)}
          detail={`${plural(byDisposition.duplicate, 'duplicate')} · ${formatCount(report.refused)} refused`}
          href="/events"
        />
        <FigureCard
          name="Effects confirmed"
          value={formatCount(report.effectsConfirmed)}
          detail="each proven by its destination"
          href="/events?state=completed"
        />
        <FigureCard
          name="Outcomes uncertain"
          value={formatCount(report.uncertain)}
          detail={report.uncertain === 0 ? 'every outcome is known' : 'nothing is sent again until known'}
          href="/uncertain"
          {...(report.uncertain > 0 ? { tone: 'tone-amber' } : {})}
        />
      </dl>
      <dl className={classes.five} aria-label="Backlog">
        <FigureCard
          name="Oldest pending"
          value={pending === null ? '—' : formatDuration(pending * 1000)}
          detail={pending === null ? 'nothing waits' : 'due and not taken up yet'}
          href="/events?state=validated"
        />
        <FigureCard
          name="Retries waiting"
          value={formatCapped(report.retriesWaiting.count, backlogCap)}
          detail={`${formatCapped(held, backlogCap)} held`}
          href="/events?state=validated"
        />
        <FigureCard
          name="Failed backlog"
          value={formatCount(report.failedBacklog)}
          detail={report.failedBacklog === 0 ? 'nothing failed' : 'wait for a person'}
          href="/failures"
          {...(report.failedBacklog > 0 ? { tone: 'tone-red' } : {})}
        />
        <FigureCard
          name="Duplicate rate"
          value={report.duplicateRate === null ? '—' : formatShare(report.duplicateRate)}
          detail="of authentic deliveries"
        />
        <FigureCard
          name="Refused"
          value={formatCount(report.refused)}
          detail="not authentic or not acceptable"
          href="/deliveries?disposition=refused"
        />
      </dl>
    </>
  )
}
