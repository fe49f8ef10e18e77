import type { ActGiven } from '#components/ui/act-dialog.tsx'
import type { Act } from '#lib/web/acts-on-event.ts'
import type { Answer } from '#lib/web/define-command.ts'
import { decide, reconcile, reject, replay, restore, retry } from './commands.ts'

const verbs = { retry, replay, restore, reject }

/** Sends an act with what the person saw: a page that is behind is told so instead of being obeyed. */
export function runAct(event: { id: string; seq: number }, act: Act, given: ActGiven): Promise<Answer> {
  const { kind } = act
  if (kind.of === 'event') {
    return verbs[kind.verb]({ eventId: event.id, expectedSeq: event.seq, reason: given.reason })
  }
  if (kind.of === 'reconcile') return reconcile({ eventId: event.id, reason: given.reason })
  return decide({
    eventId: event.id,
    operationId: kind.operation.id,
    expectedSeq: kind.operation.seq,
    decision: kind.decision,
    reason: given.reason,
    ...(given.reference === '' ? {} : { reference: given.reference }),
  })
}
