import { LiveRefresh } from '#components/ui/live-refresh.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import { hasDemo } from '#lib/web/queries/has-demo.ts'
import { listNeedsPerson } from '#lib/web/queries/list-needs-person.ts'
import { listTraffic } from '#lib/web/queries/list-traffic.ts'
import { read } from '#lib/web/queries/read.ts'
import { readOperatorReport } from '#lib/web/queries/read-operator-report.ts'
import { requirePerson } from '#lib/web/session.ts'
import { DemoBanner } from './overview/demo-banner.tsx'
import { NeedsPersonList } from './overview/needs-person-list.tsx'
import classes from './overview/overview.module.css'
import { ReportCards } from './overview/report-cards.tsx'
import { loadOverviewParams } from './overview/search-params.ts'
import { Traffic } from './overview/traffic.tsx'

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const person = await requirePerson()
  const { period } = await loadOverviewParams(searchParams)
  const [report, traffic, needs, demo] = await Promise.all([
    read(readOperatorReport()),
    read(listTraffic(period)),
    read(listNeedsPerson()),
    read(hasDemo()),
  ])
  return (
    <>
      <PageHead title="Overview" detail="all sources, all time" />
      {demo.ok && demo.data && <DemoBanner mayRemove={person.role === 'admin'} />}
      {report.ok ? <ReportCards report={report.data} /> : <ReadProblem problem={report.problem} what="The report" />}
      <div className={classes.lower}>
        {traffic.ok ? (
          <Traffic steps={traffic.data} period={period} />
        ) : (
          <ReadProblem problem={traffic.problem} what="The chart" />
        )}
        {needs.ok ? (
          <NeedsPersonList items={needs.data} />
        ) : (
          <ReadProblem problem={needs.problem} what="What needs a person" />
        )}
      </div>
      <LiveRefresh seconds={10} />
    </>
  )
}
