'use server'

import { z } from 'zod'
import { decideOperation } from '#lib/commands/decide-operation.ts'
import { reconcileEvent } from '#lib/commands/reconcile-event.ts'
import { rejectEvent } from '#lib/commands/reject-event.ts'
import { replayEvent } from '#lib/commands/replay-event.ts'
import { restoreEvent } from '#lib/commands/restore-event.ts'
import { retryEvent } from '#lib/commands/retry-event.ts'
import { defineCommand } from '#lib/web/define-command.ts'
import { wireId, wireText } from '#lib/web/wire.ts'

const act = z.object({ eventId: wireId, expectedSeq: z.int(), reason: wireText })

export const retry = defineCommand(act, retryEvent)
export const replay = defineCommand(act, replayEvent)
export const restore = defineCommand(act, restoreEvent)
export const reject = defineCommand(act, rejectEvent)

export const reconcile = defineCommand(
  z.object({ eventId: wireId, reason: wireText }),
  (pool, person, { eventId, reason }) =>
    reconcileEvent(pool, person, { eventId, ...(reason.trim() === '' ? {} : { reason }) }),
)

export const decide = defineCommand(
  z.object({
    eventId: wireId,
    operationId: wireId,
    expectedSeq: z.int(),
    decision: z.enum(['happened', 'did_not_happen', 'waive']),
    reference: wireText.optional(),
    reason: wireText,
  }),
  decideOperation,
)
