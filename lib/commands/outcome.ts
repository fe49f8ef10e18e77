/**
 * Why a command did nothing:
 * - `forbidden`: the person's role does not allow it;
 * - `changed`: somebody or something moved the object since the person looked at it;
 * - `wrong_state`: the machine does not list this act from here;
 * - `guarded`: the event's operations, or the rest of the configuration, do not allow it;
 * - `not_found`: there is no such object;
 * - `invalid`: the input cannot be used as it is.
 */
export type FailureCode = 'forbidden' | 'changed' | 'wrong_state' | 'guarded' | 'not_found' | 'invalid'

export interface CommandFailure {
  readonly ok: false
  readonly code: FailureCode
  /** What happened, what it means and what to do: shown to the person as it is. */
  readonly message: string
}

/** What a person's command came to. A failure has changed nothing; outages are thrown. */
export type CommandOutcome<T extends object = object> =
  | ({ readonly ok: true; readonly message: string } & T)
  | CommandFailure

export function failure(code: FailureCode, message: string): CommandFailure {
  return { ok: false, code, message }
}
