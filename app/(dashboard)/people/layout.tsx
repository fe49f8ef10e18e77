import type { ReactNode } from 'react'
import { requirePerson } from '#lib/web/session.ts'

/** Asked outside the page's skeleton, so that the answer to anybody else is a plain 403. */
export default async function PeopleLayout({ children }: { readonly children: ReactNode }) {
  await requirePerson('admin')
  return children
}
