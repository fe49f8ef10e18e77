import type { HttpAction } from '#lib/actions/action.ts'
import type { ActionEvent } from '#lib/actions/action-event.ts'
import type { Destination } from '#lib/destinations/destination.ts'
import type { Evidence } from '#lib/ledger/apply-evidence.ts'
import type { LoadedOperation } from '#lib/ledger/load-operations.ts'
import type { LateAnswer } from './late-answers.ts'

/** Everything known about one uncertain operation before anybody is asked. */
export interface UncertainCase {
  readonly operation: LoadedOperation
  /** Looks at its event so far, this one included. */
  readonly looks: number
  /** Undefined where its payload has expired. */
  readonly event: ActionEvent | undefined
  readonly destination: Destination | undefined
  /** The code of the action, in the operation's version. */
  readonly action: HttpAction | undefined
  readonly lateAnswers: readonly LateAnswer[]
  /** Attempts after which nothing is repeated any more without a person. */
  readonly attemptsMax: number
}

/** What one look established. */
export type Judgement = Pick<Evidence, 'finding' | 'follows' | 'reason' | 'nextLookMs'>

/** While only a person can help, looking more often than this would only fill the evidence. */
const personMs = 3_600_000

/** Nothing can be established here: a person decides. */
export function waitForPerson(reason: string): Judgement {
  return {
    finding: { kind: 'policy', verdict: 'inconclusive', detail: reason },
    follows: 'wait',
    reason,
    nextLookMs: personMs,
  }
}
