import { createLoader, createSerializer } from 'nuqs/server'
import { pageParams } from '#lib/web/page-params.ts'

export const loadAuditParams = createLoader(pageParams)
export const auditHref = createSerializer(pageParams)
