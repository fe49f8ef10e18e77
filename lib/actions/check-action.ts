import { z } from 'zod'
import type { Action } from './action.ts'

const types = z.union([z.literal('*'), z.array(z.string().min(1)).min(1)], {
  error: "types must be '*' or a list of at least one type",
})
const matcher = z.strictObject({ provider: z.string().min(1).optional(), source: z.string().min(1).optional(), types })
const aFunction = z.custom<unknown>((value) => typeof value === 'function', { error: 'must be a function' })
const named = {
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case words joined by hyphens' })
    .max(64),
  version: z.int().min(1).max(1_000_000),
}

const definition = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      ...named,
      kind: z.literal('http'),
      on: z.union([z.literal('binding'), matcher], { error: "must be 'binding' or { provider?, source?, types }" }),
      destination: z.string().min(1).optional(),
      request: aFunction,
      lookup: aFunction.optional(),
      reference: aFunction.optional(),
    }),
    z.strictObject({ ...named, kind: z.literal('database'), on: matcher, apply: aFunction }),
  ],
  { error: 'its default export must come from defineAction or defineDatabaseAction' },
)

/** What is wrong with a file's default export; empty where it is a good action. */
export function checkAction(value: unknown): string[] {
  const parsed = definition.safeParse(value)
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
  }
  const action = value as Action
  if (action.kind !== 'http') return []
  if (action.on === 'binding' && action.destination !== undefined)
    return ["destination: must be left out with on: 'binding', whose bindings name it"]
  if (action.on !== 'binding' && action.destination === undefined) return ["destination: must be a destination's slug"]
  return []
}
