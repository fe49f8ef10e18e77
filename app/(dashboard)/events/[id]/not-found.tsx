import Link from 'next/link'
import { Card } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'

export default function NoSuchEvent() {
  return (
    <Card>
      <Notice title="There is no event with this number" act={<Link href="/events">Show all events</Link>}>
        It never existed here, or its evidence window has ended and only its tombstone is kept.
      </Notice>
    </Card>
  )
}
