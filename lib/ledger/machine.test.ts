import { describe, expect, test } from 'vitest'
import {
  eventStates,
  eventTransitions,
  eventTransitionsFrom,
  NOTHING,
  operationStates,
  operationTransitions,
  rules,
} from './machine.ts'

describe('the machine', () => {
  test('every state can be reached from nothing, by listed transitions alone', () => {
    for (const [entity, states] of [
      ['event', eventStates],
      ['operation', operationStates],
    ] as const) {
      const reached = new Set<string>([NOTHING])
      for (const _ of Object.keys(states)) {
        for (const rule of rules) if (rule.entity === entity && reached.has(rule.from)) reached.add(rule.to)
      }
      expect([...reached].sort()).toEqual([NOTHING, ...Object.keys(states)].sort())
    }
  })

  test('uncertain is left only by evidence, by a repeat-safe destination or by an accountable decision', () => {
    const leaving = rules.filter((rule) => rule.from === 'uncertain' || rule.from === 'effect_uncertain')
    expect(
      leaving.every((rule) => rule.by === 'reconciler' || rule.by === 'operator' || rule.transition === 'confirm'),
    ).toBe(true)
    expect(leaving.filter((rule) => rule.by === 'reaper')).toEqual([])
  })

  test('nothing a worker does to a claimed event goes without a fence', () => {
    const byWorker = rules.filter((rule) => rule.entity === 'event' && rule.from === 'claimed' && rule.by === 'worker')
    expect(byWorker.length).toBeGreaterThan(0)
    expect(byWorker.every((rule) => rule.fenced)).toBe(true)
  })

  test('only taking and taking back a claim raise the fence', () => {
    expect([...new Set(rules.filter((rule) => rule.raisesFence).map((rule) => rule.transition))].sort()).toEqual([
      'claim',
      'reclaim',
    ])
  })

  test('a person may ask for exactly what the machine lists for the state', () => {
    expect(eventTransitionsFrom('failed', 'operator').sort()).toEqual(['reject', 'retry'])
    expect(eventTransitionsFrom('completed', 'operator')).toEqual(['replay'])
    expect(eventTransitionsFrom('rejected', 'operator')).toEqual(['restore'])
    expect(eventTransitionsFrom('claimed', 'operator')).toEqual([])
  })

  test('no two rules are the same row', () => {
    const keys = rules.map((rule) => [rule.entity, rule.transition, rule.from, rule.to, rule.by].join())
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('every transition starts and ends in a state of its own machine', () => {
    for (const [states, transitions] of [
      [eventStates, eventTransitions],
      [operationStates, operationTransitions],
    ] as const) {
      for (const { from, to } of Object.values(transitions)) {
        for (const state of [...from, ...[to].flat()]) expect([NOTHING, ...Object.keys(states)]).toContain(state)
      }
    }
  })
})
