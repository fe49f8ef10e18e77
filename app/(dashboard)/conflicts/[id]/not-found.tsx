import Link from 'next/link'
import { Card } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'

export default function NoSuchConflict() {
  return (
    <Card>
      <Notice title="There is no conflict with this number" act={<Link href="/conflicts">Show all conflicts</Link>}>
        It never existed here, or its evidence window has ended.
      </Notice>
    </Card>
  )
}
