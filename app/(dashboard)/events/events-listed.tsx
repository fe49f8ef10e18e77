import Link from 'next/link'
import { Pager } from '#components/data-table/pager.tsx'
import { Card } from '#components/ui/card.tsx'
import { plural } from '#components/ui/format-number.ts'
import { Notice } from '#components/ui/notice.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import { listEvents } from '#lib/web/queries/list-events.ts'
import { read } from '#lib/web/queries/read.ts'
import { EventsTable } from './events-table.tsx'
import { type EventsParams, eventsHref, periods } from './search-params.ts'

export async function EventsListed({ params }: { readonly params: EventsParams }) {
  const page = await read(listEvents({ ...params, hours: params.period === null ? null : periods[params.period] }))
  if (!page.ok) return <ReadProblem problem={page.problem} what="The list" />
  const { rows, older, newer } = page.data
  if (rows.length === 0) return <NoEvents params={params} />
  const at = (change: Partial<EventsParams>) =>
    eventsHref('/events', { ...params, before: null, after: null, ...change })
  return (
    <>
      <Card flush>
        <EventsTable rows={rows} />
      </Card>
      <Pager
        newer={newer === null ? null : at({ after: BigInt(newer) })}
        older={older === null ? null : at({ before: BigInt(older) })}
        shown={plural(rows.length, 'event')}
      />
    </>
  )
}

function NoEvents({ params }: { readonly params: EventsParams }) {
  const filtered = Object.values(params).some((value) => value !== null)
  if (!filtered) {
    return (
      <Card>
        <Notice title="No event has arrived yet" act={<Link href="/sources">Sources and their addresses</Link>}>
          Point a provider at a source’s address, or send a first request with curl as the README shows.
        </Notice>
      </Card>
    )
  }
  return (
    <Card>
      <Notice title="No event matches" act={<Link href="/events">Show all events</Link>}>
        Nothing in this state, source, type and period. Filters compare whole values.
      </Notice>
    </Card>
  )
}
