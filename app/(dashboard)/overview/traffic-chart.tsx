'use client'

import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { useTimeZone } from '#components/ui/clock.tsx'
import { formatMinute } from '#components/ui/format-time.ts'
import type { TrafficStep } from '#lib/web/queries/list-traffic.ts'

const series = [
  { name: 'deliveries', label: 'Deliveries', color: 'var(--blue-mark)' },
  { name: 'completed', label: 'Completed', color: 'var(--green-mark)' },
]

/** The numbers are said in words above it; the drawing is for the eye. */
export function TrafficChart({ steps }: { readonly steps: readonly TrafficStep[] }) {
  const zone = useTimeZone()
  const data = steps.map((step) => ({ ...step, at: formatMinute(step.at, zone) }))
  return (
    <div aria-hidden="true">
      <AreaChart
        h={280}
        mt="sm"
        data={data}
        dataKey="at"
        series={series}
        curveType="linear"
        withDots={false}
        withGradient={false}
        fillOpacity={0.25}
        strokeWidth={1.5}
        tickLine="none"
        gridAxis="x"
        withLegend
        xAxisProps={{ minTickGap: 60 }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        areaProps={{ isAnimationActive: false }}
        // Hidden from assistive technology as a whole, so nothing in it may take the focus.
        areaChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}
