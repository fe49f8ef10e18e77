import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PageHead } from '#components/ui/page-head.tsx'
import { listSourceNames } from '#lib/web/queries/list-source-names.ts'
import { read } from '#lib/web/queries/read.ts'
import { searchEvents } from '#lib/web/queries/search-events.ts'
import { requirePerson } from '#lib/web/session.ts'
import { EventsFound } from './events-found.tsx'
import { EventsListed } from './events-listed.tsx'
import { FilterBar } from './filter-bar.tsx'
import { loadEventsParams } from './search-params.ts'
import { StateTabs } from './state-tabs.tsx'

export const metadata: Metadata = { title: 'Events' }

export default async function EventsPage({ searchParams }: PageProps<'/events'>) {
  await requirePerson()
  const params = await loadEventsParams(searchParams)
  const pasted = params.q?.trim() ?? ''
  if (pasted !== '') {
    const found = await read(searchEvents(pasted))
    const only = found.ok && found.data.rows.length === 1 ? found.data.rows[0] : undefined
    if (only !== undefined) redirect(`/events/${only.id}`)
    return <EventsFound pasted={pasted} found={found} />
  }
  const sources = await read(listSourceNames())
  return (
    <>
      <PageHead title="Events" />
      <StateTabs params={params} />
      <FilterBar sources={sources.ok ? sources.data : []} />
      <EventsListed params={params} />
    </>
  )
}
