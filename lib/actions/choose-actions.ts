import type { Action, Matcher } from './action.ts'
import type { Configuration } from './configuration.ts'
import type { Registry } from './registry.ts'

/** Of an event, only what decides which actions are for it. */
export interface Kind {
  readonly provider: string
  readonly sourceId: number
  readonly sourceSlug: string
  readonly type: string
}

interface Chosen {
  readonly action: Action
  /** null: an action that only writes to this database. */
  readonly destinationId: number | null
}

/** `why` is told to people; it says what is missing and where to add it. */
export type Choice =
  | { readonly kind: 'actions'; readonly chosen: readonly Chosen[] }
  | { readonly kind: 'none'; readonly why: string }
  /** Something is named that does not exist: nothing of the event is done before it does. */
  | { readonly kind: 'missing'; readonly why: string }

/**
 * The actions for a kind of event, each in its newest version and at most once. A binding for the very type comes
 * before one for every type.
 */
export function chooseActions(kind: Kind, registry: Registry, configuration: Configuration): Choice {
  const missing: string[] = []
  const chosen: Chosen[] = []
  for (const action of registry.newest) {
    if (action.on === 'binding' || !matches(action.on, kind)) continue
    if (action.kind === 'database') {
      chosen.push({ action, destinationId: null })
      continue
    }
    const destination = configuration.destinationsBySlug.get(action.destination ?? '')
    if (destination) chosen.push({ action, destinationId: destination.id })
    else
      missing.push(
        `action ${action.name} sends to destination ${action.destination}, which does not exist; create it under Destinations`,
      )
  }
  for (const [name, binding] of bindingsFor(kind, configuration)) {
    const action = registry.named(name)
    if (action?.on === 'binding') chosen.push({ action, destinationId: binding.destinationId })
    else
      missing.push(`source ${kind.sourceSlug} is bound to action ${name}, which this version of the code does not have`)
  }
  if (missing.length > 0) return { kind: 'missing', why: missing.join('; ') }
  if (chosen.length > 0) return { kind: 'actions', chosen }
  return {
    kind: 'none',
    why: `no action is bound to type ${kind.type} of provider ${kind.provider} at source ${kind.sourceSlug}`,
  }
}

function matches(matcher: Matcher, kind: Kind): boolean {
  return (
    (matcher.provider === undefined || matcher.provider === kind.provider) &&
    (matcher.source === undefined || matcher.source === kind.sourceSlug) &&
    (matcher.types === '*' || matcher.types.includes(kind.type))
  )
}

function bindingsFor(kind: Kind, configuration: Configuration) {
  const bindings = configuration.bindingsBySource.get(kind.sourceId) ?? []
  return new Map(
    ['*', kind.type].flatMap((type) =>
      bindings.filter((binding) => binding.type === type).map((binding) => [binding.action, binding] as const),
    ),
  )
}
