import { describe, expect, test } from 'vitest'
import { deliveryView, entryView, eventView, second } from '#lib/testing/event-view.ts'
import type { LedgerEntryView } from '#lib/web/queries/ledger-entry-view.ts'
import type { OperationView, SideEffectView } from '#lib/web/queries/operation-view.ts'
import { timelineOf } from './timeline-items.ts'

const story = [
  entryView(1, 'receive', 'received'),
  entryView(2, 'validate', 'validated'),
  entryView(10, 'claim', 'claimed'),
  entryView(20, 'lose', 'effect_uncertain'),
  entryView(30, 'settle', 'completed'),
]

describe('a duplicate', () => {
  const said = (at: number, changes: Parameters<typeof deliveryView>[1] = {}) => {
    const deliveries = [deliveryView('1'), deliveryView('2', { receivedAt: second(at), ...changes })]
    return timelineOf(eventView(story, { deliveries })).find(({ key }) => key === 'delivery-2')?.detail
  }

  test('says what state of the event it met when it came, not the state of today', () => {
    expect(said(5)).toBe('12 bytes · Same event, same content; nothing more was done.')
    expect(said(15)).toBe('12 bytes · recognised while a worker is at it')
    expect(said(25)).toBe('12 bytes · recognised; prompted a look-up, nothing was sent')
    expect(said(35)).toBe('12 bytes · Same event, same content; nothing more was done.')
  })

  test('never replaces a recorded reason, nor lends its words to a conflict', () => {
    expect(said(25, { reason: 'as recorded' })).toBe('12 bytes · as recorded')
    expect(said(25, { disposition: 'conflict' })).toBe('12 bytes · Same identity, different content; both are kept.')
  })

  test("an operation's state is not taken for the event's", () => {
    const entries = [...story.slice(0, 3), operationEntry(12, 'plan', 'planned')]
    const deliveries = [deliveryView('2', { receivedAt: second(15) })]
    const items = timelineOf(eventView(entries, { deliveries }))
    expect(items.at(-1)?.detail).toContain('recognised while a worker is at it')
  })
})

test('the delivery an event was born from is told once, as its reception', () => {
  const born = deliveryView('1', {
    disposition: 'accepted',
    reference: 'dlv_9',
    remoteAddress: '192.0.2.1',
    attempt: 3,
  })
  const items = timelineOf(eventView(story.slice(0, 2), { deliveries: [born] }))
  expect(items.map(({ what }) => what)).toEqual(['Received', 'Validated'])
  expect(items[0]).toMatchObject({ object: 'delivery dlv_9', detail: '12 bytes · 192.0.2.1 · attempt 3' })
})

test('entries, deliveries and findings are one story in the order of time, entries of one instant in theirs', () => {
  const deliveries = [deliveryView('9', { receivedAt: second(15) })]
  const sameInstant = story.map((entry) => (entry.seq === 2 ? { ...entry, at: second(1) } : entry))
  const findings = [
    {
      id: '4',
      operationId: '7',
      attempt: 1,
      kind: 'lookup',
      verdict: 'found',
      reference: 'ref_1',
      detail: null,
      actor: 'reconciler-1',
      at: second(25),
    } as const,
  ]
  const items = timelineOf(eventView(sameInstant, { deliveries, findings }))
  const order = ['entry-1', 'entry-2', 'entry-10', 'delivery-9', 'entry-20', 'finding-4', 'entry-30']
  expect(items.map(({ key }) => key)).toEqual(order)
  expect(items[5]).toMatchObject({
    what: 'Looked up',
    object: 'operation #7 of attempt 1 by reconciler-1 → it happened',
    detail: 'reference ref_1',
    tone: 'green',
  })
})

describe('a request to a destination', () => {
  const submitted = operationEntry(11, 'submit', 'submitted')

  test('is told with the key it carried, and that the intent was committed first', () => {
    const [item] = timelineOf(eventView([submitted], { operations: [operation({})] }))
    expect(item).toMatchObject({ what: 'Submitted', object: 'forward v1, attempt 1', code: 'x-key: key_1' })
    expect(item?.detail).toBe('intent committed before the request left for Shop floor')
  })

  test.each([
    [
      'confirm',
      'confirmed',
      { outcome: 'confirmed', httpStatus: 201, reference: 'ref_1' },
      'Confirmed',
      'HTTP 201 · reference ref_1',
    ],
    ['refuse', 'planned', { outcome: 'not_sent', detail: 'ECONNREFUSED' }, 'Not sent', 'ECONNREFUSED'],
    ['lose', 'uncertain', { outcome: 'lost', detail: 'no answer in 5 s' }, 'Lost', 'no answer in 5 s'],
  ] as const)('that ended in %s is told by its outcome', (transition, to, effect, what, detail) => {
    const items = timelineOf(eventView([operationEntry(12, transition, to)], { operations: [operation(effect)] }))
    expect(items[0]).toMatchObject({ what, detail })
  })

  test('lost because its worker died is told as uncertain, never as an answer', () => {
    const reaped = { ...operationEntry(12, 'lose', 'uncertain'), by: 'reaper', actor: 'reaper', reason: 'lease ended' }
    const items = timelineOf(eventView([reaped], { operations: [operation({ outcome: 'lost' })] }))
    expect(items[0]).toMatchObject({ what: 'Uncertain', object: 'forward v1 by reaper', detail: 'lease ended' })
  })

  test('still has its line where the page left out the operation it belongs to', () => {
    expect(timelineOf(eventView([submitted]))[0]).toMatchObject({ what: 'Submitted', object: 'operation #7' })
  })
})

test('a person who sends an event on its way again is named with the act and the reason', () => {
  const retried = { ...entryView(40, 'retry', 'validated'), by: 'operator', actor: 'ann@example.com', reason: 'fixed' }
  const [item] = timelineOf(eventView([retried]))
  expect(item).toMatchObject({ what: 'Validated', object: 'again, retried by ann@example.com', detail: 'fixed' })
})

function operationEntry(seq: number, transition: LedgerEntryView['transition'], to: string): LedgerEntryView {
  return { ...entryView(seq, transition, to), entity: 'operation', operationId: '7', attempt: 1 }
}

function operation(effect: Partial<SideEffectView>): OperationView {
  const sideEffect: SideEffectView = {
    operationId: '7',
    attempt: 1,
    fence: 1,
    worker: 'worker-1',
    idempotencyKey: 'key_1',
    submittedAt: second(11),
    outcome: null,
    outcomeAt: null,
    httpStatus: null,
    reference: null,
    detail: null,
    ...effect,
  }
  return {
    id: '7',
    action: 'forward',
    version: 1,
    key: 'forward',
    state: 'submitted',
    seq: 1,
    attempts: 1,
    reference: null,
    lastError: null,
    stateSince: second(11),
    destination: {
      slug: 'floor',
      name: 'Shop floor',
      repeat: 'never',
      keyHeader: 'x-key',
      keyRetentionSeconds: 0,
      absenceIsProof: false,
      settleSeconds: 0,
      policy: 'ask',
      timeoutMs: 5000,
    },
    request: { method: 'POST', path: '/' },
    sideEffects: [sideEffect],
  }
}
