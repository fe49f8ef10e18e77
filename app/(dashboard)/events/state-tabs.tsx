import { formatCapped, formatCount } from '#components/ui/format-number.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { type EventState, eventStates } from '#lib/ledger/machine.ts'
import { read } from '#lib/web/queries/read.ts'
import { backlogCap, readOperatorReport } from '#lib/web/queries/read-operator-report.ts'
import { type EventsParams, eventsHref } from './search-params.ts'

/** Nobody ever sees an event in this state: it is judged in the transaction that receives it. */
const UNSEEN: EventState = 'received'

/** The states with how many events are in each now, over all sources and all time. */
export async function StateTabs({ params }: { readonly params: EventsParams }) {
  const report = await read(readOperatorReport())
  const states = report.ok ? report.data.eventsByState : null
  const held = report.ok ? Object.values(report.data.held).reduce((sum, { count }) => sum + count, 0) : 0
  const href = (change: Pick<EventsParams, 'state' | 'held'>) =>
    eventsHref('/events', { ...params, q: null, before: null, after: null, ...change })
  const count = (state: EventState) => (states === null ? null : formatCount(states[state]))
  const total = states === null ? null : formatCount(Object.values(states).reduce((sum, some) => sum + some, 0))
  const shown = (Object.keys(eventStates) as EventState[]).filter(
    (state) => state !== UNSEEN || (states !== null && states[state] > 0),
  )
  return (
    <Tabs
      label="State"
      tabs={[
        { label: 'All', count: total, href: href({ state: null, held: null }), here: !params.state && !params.held },
        ...shown.map((state) => ({
          label: eventStates[state].label,
          count: count(state),
          href: href({ state, held: null }),
          here: params.state === state,
        })),
        {
          label: 'Held',
          count: report.ok ? formatCapped(held, backlogCap) : null,
          href: href({ state: null, held: 'any' }),
          here: params.held !== null,
        },
      ]}
    />
  )
}
