import type { HttpAction } from './action.ts'

/**
 * An action that sends one HTTP request to a destination. The default export of a file `lib/actions/*.action.ts`; see
 * docs/writing-an-action.md.
 */
export function defineAction(definition: Omit<HttpAction, 'kind'>): HttpAction {
  return { ...definition, kind: 'http' }
}
