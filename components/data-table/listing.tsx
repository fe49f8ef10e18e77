import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import type { Read } from '#lib/web/queries/read.ts'

interface ListingProps<Data> {
  readonly read: Read<Data>
  /** "The list of sources", for saying that it could not be read. */
  readonly what: string
  readonly isEmpty: (data: Data) => boolean
  readonly empty: { readonly title: string; readonly text?: string }
  readonly children: (data: Data) => ReactNode
}

/** A list, or why there is none: not readable now, or nothing in it. */
export function Listing<Data>({ read, what, isEmpty, empty, children }: ListingProps<Data>) {
  if (!read.ok) return <ReadProblem problem={read.problem} what={what} />
  if (!isEmpty(read.data)) return children(read.data)
  return (
    <Card>
      <Notice title={empty.title}>{empty.text}</Notice>
    </Card>
  )
}
