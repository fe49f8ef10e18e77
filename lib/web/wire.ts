import { z } from 'zod'
import { parseId } from './parse-id.ts'

/** Our own number as pages carry it: decimal text. */
export const wireId = z.string().transform((text, context) => {
  const id = parseId(text)
  if (id !== null) return id
  context.addIssue({ code: 'custom', message: 'is no number of ours' })
  return z.NEVER
})

export const wireText = z.string().max(20_000)
