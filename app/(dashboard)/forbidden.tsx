import Link from 'next/link'
import { Notice } from '#components/ui/notice.tsx'

export default function NotForYourRole() {
  return (
    <Notice title="This page is not for your role" act={<Link href="/">Overview</Link>}>
      An admin can open it, or give you the role it takes.
    </Notice>
  )
}
