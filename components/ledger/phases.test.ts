import { describe, expect, test } from 'vitest'
import { deliveryView, entryView, eventView } from '#lib/testing/event-view.ts'
import { phasesOf } from './phases.ts'

const born = [entryView(1, 'receive', 'received'), entryView(2, 'validate', 'validated')]
const lost = [...born, entryView(3, 'claim', 'claimed'), entryView(4, 'lose', 'effect_uncertain')]
const reached = (event: Parameters<typeof phasesOf>[0]) => phasesOf(event).map((phase) => phase.reached)

describe('an event on its first pass', () => {
  test('has passed what it entered, is in one step, and has not reached the rest', () => {
    const phases = phasesOf(eventView([...born, entryView(3, 'claim', 'claimed')]))
    expect(phases.map((phase) => phase.reached)).toEqual(['passed', 'passed', 'here', 'not', 'not'])
    expect(phases.map((phase) => phase.sinceMs)).toEqual([null, 1000, 1000, null, null])
    expect(phases[2]?.who).toBe('worker-1 · fence 1')
  })

  test('skips uncertainty where there was none, and measures from the step before it in time', () => {
    const event = eventView([...born, entryView(3, 'claim', 'claimed'), entryView(9, 'complete', 'completed')])
    expect(reached(event)).toEqual(['passed', 'passed', 'passed', 'not', 'here'])
    expect(phasesOf(event)[4]?.sinceMs).toBe(6000)
  })

  test('says that evidence is needed while its effect is uncertain, never that it is done', () => {
    const last = phasesOf(eventView(lost)).at(-1)
    expect(last).toMatchObject({ state: 'completed', reached: 'not', who: 'needs evidence', entry: null })
  })

  test.each(['failed', 'rejected'] as const)('that is %s ends there and shows no completion', (state) => {
    const event = eventView([...born, entryView(3, state === 'failed' ? 'fail' : 'reject', state)])
    expect(phasesOf(event).map((phase) => phase.state)).not.toContain('completed')
    expect(phasesOf(event).at(-1)).toMatchObject({ state, reached: 'here' })
  })
})

describe('an event on a later pass', () => {
  const resumed = [...lost, entryView(5, 'resume', 'validated')]

  test('does not pass off what an earlier pass reached as progress of this one', () => {
    expect(reached(eventView(resumed))).toEqual(['passed', 'here', 'earlier_pass', 'earlier_pass', 'not'])
    const replayed = [
      ...born,
      entryView(3, 'claim', 'claimed'),
      entryView(4, 'complete', 'completed'),
      entryView(5, 'replay', 'validated'),
    ]
    expect(reached(eventView(replayed)).at(-1)).toBe('earlier_pass')
  })

  test('shows the latest time of each step, how often it came there, and no time across passes', () => {
    const done = [...resumed, entryView(6, 'claim', 'claimed'), entryView(8, 'complete', 'completed')]
    const phases = phasesOf(eventView(done))
    expect(phases.map(({ times }) => times)).toEqual([1, 2, 2, 1, 1])
    expect(phases.map(({ entry }) => entry?.seq)).toEqual([1, 5, 6, 4, 8])
    expect(phases.map(({ reached }) => reached)).toEqual(['passed', 'passed', 'passed', 'earlier_pass', 'here'])
    expect(phases[3]?.sinceMs).toBeNull()
    expect(phases[4]?.sinceMs).toBe(2000)
  })
})

test("an operation's entry is no step of the event, whatever its state is called", () => {
  const failed = { ...entryView(3, 'refuse', 'failed'), entity: 'operation' as const, operationId: '7' }
  expect(reached(eventView([...born, failed]))).toEqual(['passed', 'here', 'not', 'not', 'not'])
})

test('the first step names the delivery by the reference of its sender, or by our number', () => {
  const who = (reference: string | null) =>
    phasesOf(eventView(born, { deliveries: [deliveryView('1', { reference })] }))[0]?.who
  expect(who('dlv_9')).toBe('delivery dlv_9')
  expect(who(null)).toBe('delivery #1')
  expect(phasesOf(eventView(born))[0]?.who).toBe('delivery #1')
})
