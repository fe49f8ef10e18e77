import Link from 'next/link'
import { Notice } from '#components/ui/notice.tsx'

export default function NoSuchPage() {
  return (
    <main>
      <Notice title="There is no such page" act={<Link href="/">Overview</Link>}>
        The address may be mistyped, or what it named is gone.
      </Notice>
    </main>
  )
}
