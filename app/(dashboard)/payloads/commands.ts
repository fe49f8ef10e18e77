'use server'

import { z } from 'zod'
import { revealPayload } from '#lib/commands/reveal-payload.ts'
import { defineCommand } from '#lib/web/define-command.ts'
import { type PayloadText, payloadText } from '#lib/web/payload-text.ts'
import { wireId } from '#lib/web/wire.ts'

const target = z.union([z.strictObject({ eventId: wireId }), z.strictObject({ deliveryId: wireId })])

export const reveal = defineCommand<typeof target, { payload: PayloadText }>(target, async (pool, person, input) => {
  const revealed = await revealPayload(pool, person, input)
  if (!revealed.ok) return revealed
  return { ok: true, message: revealed.message, payload: payloadText(revealed.body, revealed.headers) }
})
