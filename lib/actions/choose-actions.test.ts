import { expect, test } from 'vitest'
import { destinationAt } from '#lib/testing/test-destination.ts'
import type { Action } from './action.ts'
import { chooseActions, type Kind } from './choose-actions.ts'
import type { Binding, Configuration } from './configuration.ts'
import { defineAction } from './define-action.ts'
import { defineDatabaseAction } from './define-database-action.ts'
import { Registry } from './registry.ts'

const kind: Kind = { provider: 'demo', sourceId: 1, sourceSlug: 'shop', type: 'packet.ready' }
const request = () => ({ path: '/' })
const forward = defineAction({ name: 'forward', version: 1, on: 'binding', request })
const matching = (
  on: Exclude<Parameters<typeof defineAction>[0]['on'], 'binding'>,
  version = 1,
  destination = 'there',
) => defineAction({ name: 'matching', version, on, destination, request })

function choose(actions: Action[], bindings: Binding[] = [], changes: Partial<Kind> = {}) {
  const there = destinationAt('http://127.0.0.1:9', { id: 7, slug: 'there' })
  const configuration: Configuration = {
    destinations: new Map([[7, there]]),
    destinationsBySlug: new Map([['there', there]]),
    bindingsBySource: new Map([[1, bindings]]),
  }
  return chooseActions({ ...kind, ...changes }, new Registry(actions), configuration)
}

test('an action takes the events its matcher names', () => {
  const all = { kind: 'actions', chosen: [{ destinationId: 7 }] }
  expect(choose([matching({ types: '*' })])).toMatchObject(all)
  expect(choose([matching({ provider: 'demo', source: 'shop', types: ['packet.ready'] })])).toMatchObject(all)
  expect(choose([matching({ types: ['other'] })]).kind).toBe('none')
  expect(choose([matching({ provider: 'stripe', types: '*' })]).kind).toBe('none')
  expect(choose([matching({ source: 'other', types: '*' })]).kind).toBe('none')
})

test('a bound action takes only what a binding names, the very type before every type', () => {
  expect(choose([forward]).kind).toBe('none')
  const bindings = [
    { type: 'packet.ready', action: 'forward', destinationId: 8 },
    { type: '*', action: 'forward', destinationId: 9 },
  ]
  expect(choose([forward], bindings)).toMatchObject({ chosen: [{ destinationId: 8 }] })
  expect(choose([forward], bindings, { type: 'other' })).toMatchObject({ chosen: [{ destinationId: 9 }] })
  expect(choose([forward], bindings, { sourceId: 2 }).kind).toBe('none')
})

test('the newest version of an action is chosen, once', () => {
  expect(choose([matching({ types: '*' }, 2), matching({ types: '*' }, 1)])).toMatchObject({
    chosen: [{ action: { version: 2 } }],
  })
})

test('what is missing is named, and holds everything back', () => {
  const table = defineDatabaseAction({ name: 'table', version: 1, on: { types: '*' }, apply: async () => undefined })
  expect(choose([table, matching({ types: '*' }, 1, 'nowhere')])).toMatchObject({
    kind: 'missing',
    why: expect.stringContaining('destination nowhere, which does not exist'),
  })
  expect(choose([], [{ type: '*', action: 'gone', destinationId: 7 }])).toMatchObject({
    kind: 'missing',
    why: expect.stringContaining('action gone'),
  })
})

test('without an action the reason names provider, source and type', () => {
  expect(choose([])).toEqual({
    kind: 'none',
    why: 'no action is bound to type packet.ready of provider demo at source shop',
  })
})
