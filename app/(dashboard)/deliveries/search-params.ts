import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type Disposition, dispositions } from '#lib/ledger/machine.ts'
import { pageParams } from '#lib/web/page-params.ts'

export const dispositionNames = Object.keys(dispositions) as Disposition[]

const deliveriesParams = {
  disposition: parseAsStringLiteral<Disposition>(dispositionNames),
  source: parseAsString,
  ...pageParams,
}

export const loadDeliveriesParams = createLoader(deliveriesParams)
export const deliveriesHref = createSerializer(deliveriesParams)
