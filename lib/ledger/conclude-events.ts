import type { Tx } from '#lib/db/connect.ts'
import type { Hold } from './machine.ts'
import { type EventMoved, transition } from './transition.ts'

/** How a worker leaves an event it holds. */
export type Ending =
  | { readonly kind: 'complete'; readonly reason?: string }
  /** Known not done; due again after `delayMs`. `hold` parks it until its cause is gone. `free` costs no attempt. */
  | {
      readonly kind: 'release'
      readonly reason: string
      readonly delayMs: number
      readonly hold?: Hold
      readonly free?: boolean
    }
  | { readonly kind: 'fail'; readonly reason: string }
  /** The outcome of a submitted effect is unknown; first look-up after `delayMs`. */
  | { readonly kind: 'lose'; readonly reason: string; readonly delayMs: number }

export interface EndedClaim {
  readonly eventId: bigint
  readonly fence: number
  readonly ending: Ending
}

/** Ends claims, each under its fence and reported on its own. */
export async function concludeEvents(tx: Tx, ended: readonly EndedClaim[], worker: string): Promise<EventMoved[]> {
  const { events } = await transition(tx, {
    events: ended.map(({ eventId, fence, ending }) => ({
      eventId,
      fence,
      transition: ending.kind,
      by: 'worker',
      actor: worker,
      reason: ending.reason,
      ...(ending.kind === 'complete' ? { lastError: null } : { lastError: ending.reason }),
      ...(ending.kind === 'release' || ending.kind === 'lose' ? { delayMs: ending.delayMs } : {}),
      ...(ending.kind === 'release'
        ? { hold: ending.hold, resetAttempts: ending.hold !== undefined, uncounted: ending.free }
        : {}),
    })),
  })
  return events
}
