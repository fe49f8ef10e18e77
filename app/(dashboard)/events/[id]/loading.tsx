import { Skeleton } from '@mantine/core'
import { Card } from '#components/ui/card.tsx'

export default function Loading() {
  return (
    <div role="status" aria-label="Reading the event" style={{ display: 'grid', gap: 14 }}>
      <Skeleton height={28} width={320} />
      <Card>
        <Skeleton height={76} />
      </Card>
      <Card>
        <Skeleton height={320} />
      </Card>
    </div>
  )
}
