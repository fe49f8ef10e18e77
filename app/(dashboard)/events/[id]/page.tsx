import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LiveRefresh } from '#components/ui/live-refresh.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import { parseId } from '#lib/web/parse-id.ts'
import { findEvent } from '#lib/web/queries/find-event.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { EventHead } from './event-head.tsx'
import { EventStory } from './event-story.tsx'

export const metadata: Metadata = { title: 'Event' }

export default async function EventPage({ params }: PageProps<'/events/[id]'>) {
  const person = await requirePerson()
  const id = parseId((await params).id)
  if (id === null) notFound()
  const found = await read(findEvent(id))
  if (!found.ok) return <ReadProblem problem={found.problem} what="The event" />
  if (found.data === null) notFound()
  return (
    <>
      <EventHead event={found.data} />
      <EventStory event={found.data} person={person} />
      <LiveRefresh seconds={found.data.state === 'completed' ? 15 : 4} />
    </>
  )
}
