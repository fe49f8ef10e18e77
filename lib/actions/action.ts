import type { Tx } from '#lib/db/connect.ts'
import type { Answer } from '#lib/destinations/answer.ts'
import type { Ask } from '#lib/destinations/ask.ts'
import type { FrozenRequest } from '#lib/ledger/plan-operations.ts'
import type { ActionEvent } from './action-event.ts'

/** Which events an action is for. What is left out does not matter. */
export interface Matcher {
  readonly provider?: string
  /** A source's slug. */
  readonly source?: string
  readonly types: readonly string[] | '*'
}

/** What an action wants sent. Frozen when the operation is planned, then the same at every attempt. */
export interface RequestToSend {
  /** POST where absent. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query below the destination's base URL, beginning with a slash; empty for the base URL itself. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: Buffer | string | Readonly<Record<string, unknown>>
}

/** What a look-up established about one operation. */
export type Verdict =
  | { readonly verdict: 'found'; readonly reference: string }
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'inconclusive'; readonly why: string }

export interface Operation {
  readonly event: ActionEvent
  /** The operation's key: stable, unique, the same at every attempt. */
  readonly key: string
}

interface Named {
  readonly name: string
  /** Part of the operation's key. Raise it when the request changes its meaning. */
  readonly version: number
}

export interface HttpAction extends Named {
  readonly kind: 'http'
  /** `binding`: only where an action binding joins it to a source, a type and a destination. */
  readonly on: Matcher | 'binding'
  /** A destination's slug; not with `binding`, which brings its own. */
  readonly destination?: string
  /** Pure: no clock, no randomness, no outside state. Called once per operation; may throw {@link ActionError}. */
  request(operation: Operation): RequestToSend
  /** Asks the destination whether this operation happened. Called while its effect is uncertain; sends nothing else. */
  lookup?(operation: Operation & { readonly request: FrozenRequest }, ask: Ask): Promise<Verdict>
  /**
   * The destination's name of what was made, from a 2xx answer. Throw where the answer does not prove that it was
   * made: the effect then is uncertain. Left out: the `id` of a JSON object, if there is one.
   */
  reference?(answer: Answer): string | undefined
}

export interface DatabaseAction extends Named {
  readonly kind: 'database'
  readonly on: Matcher
  /** Writes through `tx` only. Commits together with the operation's confirmation, so it happens once. */
  apply(tx: Tx, event: ActionEvent): Promise<void>
}

export type Action = HttpAction | DatabaseAction
