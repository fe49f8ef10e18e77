import { z } from 'zod'
import { storable } from '#lib/ledger/storable.ts'

/** The largest number a bigint identity of PostgreSQL can have. */
const greatestId = 2n ** 63n - 1n

/** Our own number of an event, an operation, a delivery or a conflict. */
export const identity = z.bigint().min(1n).max(greatestId)

/** The ledger seq a person saw on the page or in the answer they decided on. */
export const seq = z.int().min(1).max(2_147_483_647)

/** Part of the ledger and the audit trail for good, so it must say something. */
export const reason = z
  .string()
  .trim()
  .min(3, 'must say why, in at least 3 characters: it stays in the ledger')
  .max(2000, 'must have at most 2,000 characters')
  .transform((text) => storable(text, 2000))

export const slug = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must have 1 to 63 lower-case letters, digits and inner hyphens, for example stripe-live',
  )

/** One line of text that PostgreSQL can hold. */
export const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'must not have control characters')

export const email = z
  .email('must be an e-mail address')
  .max(254)
  .transform((address) => address.toLowerCase())
