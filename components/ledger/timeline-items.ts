import { formatBytes } from '#components/ui/format-number.ts'
import {
  dispositions,
  eventStates,
  type OperationState,
  type Outcome,
  operationStates,
  type Tone,
} from '#lib/ledger/machine.ts'
import type { DeliveryRow } from '#lib/web/queries/delivery-row.ts'
import type { EventView } from '#lib/web/queries/find-event.ts'
import type { LedgerEntryView } from '#lib/web/queries/ledger-entry-view.ts'
import type { FindingView, OperationView, SideEffectView } from '#lib/web/queries/operation-view.ts'
import { dispositionTones } from './disposition-badge.tsx'

/** One line of an event's story. `code` is shown in mono below it. */
export interface TimelineItem {
  readonly key: string
  readonly at: string
  readonly tone: Tone
  readonly what: string
  readonly object: string
  readonly detail: string
  readonly code?: string
}

/** What was entered, what arrived, what was learned: one story in the order it happened. */
export function timelineOf(event: EventView): TimelineItem[] {
  const born = new Set(event.entries.filter((entry) => entry.transition === 'receive').map((entry) => entry.deliveryId))
  const items = [
    ...event.entries.map((entry) => fromEntry(entry, event)),
    ...event.deliveries
      .filter(({ id }) => !born.has(id))
      .map((delivery) => fromDelivery(delivery, stateAt(event, delivery.receivedAt))),
    ...event.findings.map((finding) => fromFinding(finding, event)),
  ]
  return items.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const outcomeWords: Record<Outcome, string> = {
  confirmed: 'Confirmed',
  refused: 'Refused',
  not_sent: 'Not sent',
  lost: 'Lost',
}

function fromEntry(entry: LedgerEntryView, event: EventView): TimelineItem {
  return entry.entity === 'event' ? fromEventEntry(entry, event) : fromOperationEntry(entry, event)
}

function fromEventEntry(entry: LedgerEntryView, event: EventView): TimelineItem {
  const facts = eventStates[entry.to as keyof typeof eventStates]
  const common = { key: `entry-${entry.seq}`, at: entry.at, tone: facts.tone }
  if (entry.transition === 'receive') {
    const delivery = event.deliveries.find(({ id }) => id === entry.deliveryId)
    const detail = delivery === undefined ? '' : deliveryDetail(delivery)
    return { ...common, what: 'Received', object: delivery === undefined ? '' : nameOf(delivery), detail }
  }
  const byInbox = entry.by === 'inbox'
  const detail = entry.reason ?? (entry.transition === 'validate' ? 'identity, type and content accepted' : '')
  return {
    ...common,
    what: facts.label,
    object: byInbox
      ? ''
      : `${verbOf(entry)}by ${entry.actor}${entry.transition === 'claim' ? `, fence ${entry.fence}` : ''}`,
    detail,
  }
}

/** The transitions that are not clear from the state they lead to. */
const verbs: Partial<Record<string, string>> = {
  release: 'released',
  reclaim: 'reclaimed',
  resume: 'resumed',
  retry: 'retried',
  replay: 'replayed',
  restore: 'restored',
}

const verbOf = (entry: LedgerEntryView) => (verbs[entry.transition] ? `again, ${verbs[entry.transition]} ` : '')

function fromOperationEntry(entry: LedgerEntryView, event: EventView): TimelineItem {
  const operation = event.operations.find(({ id }) => id === entry.operationId)
  const effect = operation?.sideEffects.find(({ attempt }) => attempt === entry.attempt)
  const facts = operationStates[entry.to as OperationState]
  const name = operation === undefined ? `operation #${entry.operationId}` : `${operation.action} v${operation.version}`
  const common = { key: `entry-${entry.seq}`, at: entry.at, tone: facts.tone, object: name }
  if (entry.transition === 'submit' && effect !== undefined) {
    return {
      ...common,
      what: 'Submitted',
      object: `${name}, attempt ${effect.attempt}`,
      detail: `intent committed before the request left${destinationOf(operation)}`,
      code: `${operation?.destination?.keyHeader ?? 'idempotency-key'}: ${effect.idempotencyKey}`,
    }
  }
  if (entry.by === 'worker' && isOutcomeOf(entry, effect)) {
    const status = effect.httpStatus === null ? '' : `HTTP ${effect.httpStatus}`
    const reference = effect.reference === null ? '' : `reference ${effect.reference}`
    const what = effect.outcome === null ? facts.label : outcomeWords[effect.outcome]
    const detail = effect.detail ?? entry.reason
    return { ...common, what, detail: [status, reference, detail].filter(Boolean).join(' · ') }
  }
  const who = entry.by === 'worker' ? '' : ` by ${entry.actor}`
  return { ...common, what: facts.label, object: `${name}${who}`, detail: entry.reason ?? '' }
}

function isOutcomeOf(entry: LedgerEntryView, effect: SideEffectView | undefined): effect is SideEffectView {
  return effect !== undefined && effect.outcome !== null && ['confirm', 'refuse', 'lose'].includes(entry.transition)
}

const destinationOf = (operation: OperationView | undefined) =>
  operation?.destination ? ` for ${operation.destination.name}` : ''

/** The event's state when something arrived. */
function stateAt(event: EventView, at: string): string | undefined {
  const before = event.entries.filter((entry) => entry.entity === 'event' && Date.parse(entry.at) <= Date.parse(at))
  return before.toSorted((a, b) => a.seq - b.seq).at(-1)?.to
}

/** What a duplicate met, and what it led to: never a second effect. */
const metBy: Partial<Record<string, string>> = {
  claimed: 'recognised while a worker is at it',
  effect_uncertain: 'recognised; prompted a look-up, nothing was sent',
}

function fromDelivery(delivery: DeliveryRow, state: string | undefined): TimelineItem {
  const { label, meaning } = dispositions[delivery.disposition]
  const met = delivery.disposition === 'duplicate' ? metBy[state ?? ''] : undefined
  return {
    key: `delivery-${delivery.id}`,
    at: delivery.receivedAt,
    tone: dispositionTones[delivery.disposition],
    what: label,
    object: nameOf(delivery),
    detail: [deliveryDetail(delivery), delivery.reason ?? met ?? meaning].filter(Boolean).join(' · '),
  }
}

const nameOf = (delivery: DeliveryRow) =>
  `delivery ${delivery.reference === null ? `#${delivery.id}` : delivery.reference}`

function deliveryDetail(delivery: DeliveryRow): string {
  const attempt = delivery.attempt === null ? '' : `attempt ${delivery.attempt}`
  return [formatBytes(delivery.bodyBytes), delivery.remoteAddress ?? '', attempt].filter(Boolean).join(' · ')
}

const findingKinds = { lookup: 'Looked up', late_answer: 'Late answer', decision: 'Decided', policy: 'Policy' } as const
const verdicts = {
  found: { words: 'it happened', tone: 'green' },
  absent: { words: 'it did not happen', tone: 'blue' },
  inconclusive: { words: 'inconclusive', tone: 'amber' },
  waived: { words: 'waived', tone: 'dark' },
  repeatable: { words: 'may be repeated', tone: 'blue' },
} as const

function fromFinding(finding: FindingView, event: EventView): TimelineItem {
  const operation = event.operations.find(({ id }) => id === finding.operationId)
  const { words, tone } = verdicts[finding.verdict]
  const attempt = finding.attempt === null ? '' : ` of attempt ${finding.attempt}`
  return {
    key: `finding-${finding.id}`,
    at: finding.at,
    tone,
    what: findingKinds[finding.kind],
    object: `${operation?.action ?? `operation #${finding.operationId}`}${attempt} by ${finding.actor} → ${words}`,
    detail: [finding.reference === null ? '' : `reference ${finding.reference}`, finding.detail]
      .filter(Boolean)
      .join(' · '),
  }
}
