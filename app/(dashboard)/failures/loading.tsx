import { PageHead } from '#components/ui/page-head.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'

export default function Loading() {
  return (
    <>
      <PageHead title="Failures" />
      <TableSkeleton rows={6} />
    </>
  )
}
