import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DispositionBadge } from '#components/ledger/disposition-badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { DefinitionList } from '#components/ui/definition-list.tsx'
import { formatBytes } from '#components/ui/format-number.ts'
import { inertText } from '#components/ui/inert-text.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import { ShortId } from '#components/ui/short-id.tsx'
import { Instant } from '#components/ui/time.tsx'
import { permits } from '#lib/commands/permissions.ts'
import { dispositions } from '#lib/ledger/machine.ts'
import { parseId } from '#lib/web/parse-id.ts'
import { type DeliveryView, findDelivery } from '#lib/web/queries/find-delivery.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { PayloadView } from '../../payloads/payload-view.tsx'

export const metadata: Metadata = { title: 'Delivery' }

export default async function DeliveryPage({ params }: PageProps<'/deliveries/[id]'>) {
  const person = await requirePerson()
  const id = parseId((await params).id)
  if (id === null) notFound()
  const found = await read(findDelivery(id))
  if (!found.ok) return <ReadProblem problem={found.problem} what="The delivery" />
  if (found.data === null) notFound()
  const delivery = found.data
  return (
    <>
      <PageHead
        title={
          <>
            <Link href="/deliveries">Deliveries</Link> › #{delivery.id}
          </>
        }
        detail={
          <>
            <DispositionBadge disposition={delivery.disposition} /> {dispositions[delivery.disposition].meaning}
          </>
        }
      />
      <Facts delivery={delivery} />
      <Card title="Payload">
        {delivery.hasPayload ? (
          <PayloadView of="delivery" id={delivery.id} mayReveal={permits(person.role, 'revealPayload')} />
        ) : (
          <p className="dim">{withoutPayload(delivery)}</p>
        )}
      </Card>
    </>
  )
}

function withoutPayload({ disposition, eventId }: DeliveryView): string {
  if (disposition === 'refused') return 'Of a refused request no content is kept.'
  if (eventId !== null) return 'It keeps no content of its own: its event or its conflict has it.'
  return 'Its payload window has ended.'
}

function Facts({ delivery }: { readonly delivery: DeliveryView }) {
  return (
    <Card title="Request">
      <DefinitionList
        pairs={[
          ['Reason', delivery.reason && inertText(delivery.reason)],
          [
            'Event',
            delivery.eventId && (
              <Link href={`/events/${delivery.eventId}`}>
                {inertText(delivery.providerEventId ?? `#${delivery.eventId}`)}
              </Link>
            ),
          ],
          ['Source', delivery.source === null ? 'unknown' : inertText(delivery.source.name)],
          ['Received', <Instant key="received" at={delivery.receivedAt} as="exact" />],
          ['Answered', `HTTP ${delivery.httpStatus}`],
          [
            'Reference',
            delivery.reference && <ShortId value={delivery.reference} name="delivery reference" most={60} />,
          ],
          ['Attempt', delivery.attempt === null ? null : String(delivery.attempt)],
          ['From', delivery.remoteAddress],
          ['Body', formatBytes(delivery.bodyBytes)],
          ['SHA-256', delivery.bodyDigest && <ShortId value={delivery.bodyDigest} name="body digest" most={24} />],
        ]}
      />
    </Card>
  )
}
