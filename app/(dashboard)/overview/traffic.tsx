import Link from 'next/link'
import { Card } from '#components/ui/card.tsx'
import { type TrafficPeriod, type TrafficStep, trafficPeriods } from '#lib/web/queries/list-traffic.ts'
import { overviewHref, periodNames } from './search-params.ts'
import classes from './traffic.module.css'
import { TrafficChart } from './traffic-chart.tsx'

interface TrafficProps {
  readonly steps: readonly TrafficStep[]
  readonly period: TrafficPeriod
}

export function Traffic({ steps, period }: TrafficProps) {
  const deliveries = steps.reduce((sum, step) => sum + step.deliveries, 0)
  const completed = steps.reduce((sum, step) => sum + step.completed, 0)
  return (
    <Card
      title="Deliveries and completed work"
      aside={
        <nav className={classes.periods} aria-label="Period">
          {periodNames.map((name) => (
            <Link
              key={name}
              href={overviewHref('/', { period: name })}
              aria-current={name === period ? 'true' : undefined}
              scroll={false}
            >
              {name}
            </Link>
          ))}
        </nav>
      }
    >
      <p className="dim">
        {trafficPeriods[period].says}; the band between the lines is duplicates and waiting, not work. {deliveries}{' '}
        deliveries, {completed} completed.
      </p>
      <TrafficChart steps={steps} />
    </Card>
  )
}
