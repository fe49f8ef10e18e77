import { cache } from 'react'
import { type OperatorReport, readReport } from '#lib/ledger/read-report.ts'
import { commandPool } from '#lib/web/command-pool.ts'

export { backlogCap, type OperatorReport } from '#lib/ledger/read-report.ts'

/** The operator report, read once per request however many parts of the page show a piece of it. */
export const readOperatorReport = cache((): Promise<OperatorReport> => readReport(commandPool()))
