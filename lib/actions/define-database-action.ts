import type { DatabaseAction } from './action.ts'

/**
 * An action that writes only to the ledger's own database, in the transaction that confirms it: it can fail, but it
 * is never uncertain. The default export of a file `lib/actions/*.action.ts`.
 */
export function defineDatabaseAction(definition: Omit<DatabaseAction, 'kind'>): DatabaseAction {
  return { ...definition, kind: 'database' }
}
