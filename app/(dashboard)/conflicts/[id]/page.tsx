import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DemoBadge, EventBadge } from '#components/ledger/state-badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { ReadProblem } from '#components/ui/read-problem.tsx'
import { Instant } from '#components/ui/time.tsx'
import { permits } from '#lib/commands/permissions.ts'
import { parseId } from '#lib/web/parse-id.ts'
import { type ConflictRow, findConflict } from '#lib/web/queries/list-conflicts.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { resolutionWords } from '../resolution-words.ts'
import { ConflictActs } from './conflict-acts.tsx'
import { ConflictContents } from './conflict-contents.tsx'

export const metadata: Metadata = { title: 'Conflict' }

export default async function ConflictPage({ params }: PageProps<'/conflicts/[id]'>) {
  const person = await requirePerson()
  const id = parseId((await params).id)
  if (id === null) notFound()
  const found = await read(findConflict(id))
  if (!found.ok) return <ReadProblem problem={found.problem} what="The conflict" />
  if (found.data === null) notFound()
  const conflict = found.data
  return (
    <>
      <ConflictHead conflict={conflict} />
      {conflict.resolution === null ? (
        <ConflictActs
          conflictId={conflict.id}
          name={cutMiddle(inertText(conflict.event.providerEventId), 32)}
          mayResolve={permits(person.role, 'resolveConflict')}
        />
      ) : (
        <Resolved conflict={conflict} />
      )}
      <ConflictContents conflict={conflict} mayReveal={permits(person.role, 'revealPayload')} />
    </>
  )
}

function ConflictHead({ conflict }: { readonly conflict: ConflictRow }) {
  const { event } = conflict
  return (
    <PageHead
      title={
        <>
          <Link href="/conflicts">Conflicts</Link> ›{' '}
          <span className="mono">{cutMiddle(inertText(event.providerEventId), 44)}</span>
        </>
      }
      detail={
        <>
          {conflict.resolution === null && <EventBadge state="validated" hold="conflict" />}{' '}
          {event.demo && <DemoBadge />} {inertText(event.type)} · {inertText(event.source)} ·{' '}
          <Link href={`/events/${event.id}`}>event #{event.id}</Link>
        </>
      }
    />
  )
}

function Resolved({ conflict }: { readonly conflict: ConflictRow }) {
  return (
    <Card title={conflict.resolution === null ? 'Resolution' : resolutionWords[conflict.resolution].done}>
      <p>
        {conflict.resolvedBy} · {conflict.resolvedAt !== null && <Instant at={conflict.resolvedAt} as="exact" />}
      </p>
      <p className="dim">{inertText(conflict.reason ?? '')}</p>
      {conflict.correctionEventId !== null && (
        <p>
          The correction is{' '}
          <Link href={`/events/${conflict.correctionEventId}`}>event #{conflict.correctionEventId}</Link>.
        </p>
      )}
    </Card>
  )
}
