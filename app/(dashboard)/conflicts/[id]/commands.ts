'use server'

import { z } from 'zod'
import { resolveConflict } from '#lib/commands/resolve-conflict.ts'
import { revealPayload } from '#lib/commands/reveal-payload.ts'
import { type Comparison, comparePayloads } from '#lib/web/compare-payloads.ts'
import { defineCommand } from '#lib/web/define-command.ts'
import { wireId, wireText } from '#lib/web/wire.ts'

const choice = z.object({ conflictId: wireId, resolution: z.enum(['keep', 'adopt', 'reject']), reason: wireText })

export const resolve = defineCommand(choice, async (pool, person, input) => {
  const resolved = await resolveConflict(pool, person, input)
  return resolved.ok ? { ok: true, message: resolved.message } : resolved
})

const both = z.object({ eventId: wireId, deliveryId: wireId })

/** Looks at both contents, which is recorded for both, and says where they differ. */
export const compare = defineCommand<typeof both, { comparison: Comparison | null }>(
  both,
  async (pool, person, { eventId, deliveryId }) => {
    const original = await revealPayload(pool, person, { eventId })
    if (!original.ok) return original
    const second = await revealPayload(pool, person, { deliveryId })
    if (!second.ok) return second
    return { ok: true, message: second.message, comparison: comparePayloads(original.body, second.body) }
  },
)
