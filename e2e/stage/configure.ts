import { bindAction } from '#lib/commands/bind-action.ts'
import { type CreateDestinationInput, createDestination } from '#lib/commands/create-destination.ts'
import { type CreateSourceInput, createSource } from '#lib/commands/create-source.ts'
import type { CommandOutcome } from '#lib/commands/outcome.ts'
import type { Pool } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'

/** Who arranges what a test needs. */
export const arranger: Person = { userId: null, email: 'arranger@example.com', role: 'admin', via: 'cli' }

/** What the sources of all tests are signed with, unless a test says otherwise. */
export const secret = 'demo-secret-of-the-tests'
export const account = 'acct-test'

interface Configuration {
  /** What secrets are sealed with. */
  readonly key: Buffer
  readonly source?: Partial<CreateSourceInput>
  readonly destination: Partial<CreateDestinationInput> & Pick<CreateDestinationInput, 'baseUrl' | 'repeat'>
}

/**
 * One source of the demo provider and one destination, through the product's own commands, under one name. Events of
 * type `note` are handed on there as they came.
 */
export async function configure(pool: Pool, { key, source, destination }: Configuration): Promise<void> {
  const settled = { absenceIsProof: true, settleSeconds: 0, timeoutMs: 30_000 }
  const to = { slug: reviewDestination, ...settled, ...destination }
  must(await createDestination(pool, arranger, to, key))
  const from = { slug: usualSlug, ...source }
  await addSource(pool, key, from)
  const binding = { source: from.slug, type: 'note', action: 'forward-event', destination: to.slug }
  must(await bindAction(pool, arranger, binding))
}

/** The action create-review-item sends there, for events of type `packet.ready`; it can be looked up. */
const reviewDestination = 'demo-packets'
export const usualSlug = 'test'

export async function addSource(pool: Pool, key: Buffer, changes: Partial<CreateSourceInput>): Promise<void> {
  const usual = { slug: usualSlug, provider: 'demo', account, secrets: [secret] }
  must(await createSource(pool, arranger, { ...usual, ...changes }, key))
}

export function must<Outcome extends CommandOutcome>(outcome: Outcome): Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome as Extract<Outcome, { ok: true }>
}
