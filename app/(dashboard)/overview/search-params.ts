import { createLoader, createSerializer, parseAsStringLiteral } from 'nuqs/server'
import { type TrafficPeriod, trafficPeriods } from '#lib/web/queries/list-traffic.ts'

export const periodNames = Object.keys(trafficPeriods) as TrafficPeriod[]

const overviewParams = { period: parseAsStringLiteral<TrafficPeriod>(periodNames).withDefault('24h') }

export const loadOverviewParams = createLoader(overviewParams)
export const overviewHref = createSerializer(overviewParams)
