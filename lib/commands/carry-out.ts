import type { z } from 'zod'
import { type Pool, type Tx, transaction } from '#lib/db/connect.ts'
import { type AuditEntry, type Person, recordAudit } from '#lib/ledger/record-audit.ts'
import { type Channel, notify } from './notify.ts'
import { type CommandFailure, type CommandOutcome, failure } from './outcome.ts'
import { type Command, permissions, permits } from './permissions.ts'

type AuditFacts = Pick<AuditEntry, 'objectId' | 'reason' | 'before' | 'after'>

/** An act that was done: what to tell the person, what the audit entry says, what else the caller gets. */
interface Done<T extends object> {
  readonly ok: true
  readonly message: string
  readonly result: T
  /** `before` and `after` hold states and settings, never a secret or a payload. */
  readonly audit: AuditFacts
}

interface Carried<Schema extends z.ZodType, T extends object> {
  readonly command: Command
  readonly objectType: string
  readonly schema: Schema
  readonly input: unknown
  /** Names the object in the audit entry of a refusal, before it is known whether it exists. */
  readonly objectOf: (input: z.output<Schema>) => string
  /** Whom the act concerns once it is durable. */
  readonly notifies?: Channel
  readonly act: (tx: Tx, input: z.output<Schema>) => Promise<Done<T> | CommandFailure>
}

/**
 * Carries out one command of a person: permission, then the act and its audit entry in one transaction. An act that
 * reports a failure is rolled back whole; a refusal for want of permission leaves an audit entry of its own.
 */
export async function carryOut<Schema extends z.ZodType, T extends object>(
  pool: Pool,
  person: Person,
  carried: Carried<Schema, T>,
): Promise<CommandOutcome<T>> {
  const { command, objectType } = carried
  const parsed = carried.schema.safeParse(carried.input)
  if (!permits(person.role, command)) {
    const objectId = parsed.success ? carried.objectOf(parsed.data) : '?'
    await transaction(pool, (tx) =>
      recordAudit(tx, person, { command, objectType, objectId, after: { refused: 'forbidden' } }),
    )
    return failure('forbidden', forbiddenMessage(person, command))
  }
  if (!parsed.success) return failure('invalid', invalidMessage(parsed.error))

  const outcome = await transaction(pool, async (tx) => {
    const done = await carried.act(tx, parsed.data)
    if (!done.ok) throw new Declined(done)
    await recordAudit(tx, person, { command, objectType, ...done.audit })
    return { ok: true as const, message: done.message, ...done.result }
  }).catch((error: unknown) => {
    if (error instanceof Declined) return error.failure
    throw error
  })
  if (outcome.ok && carried.notifies !== undefined) await notify(pool, carried.notifies)
  return outcome
}

/** Rolls the transaction back without being an error to anyone outside. */
class Declined extends Error {
  readonly failure: CommandFailure
  constructor(declined: CommandFailure) {
    super(declined.message)
    this.failure = declined
  }
}

function forbiddenMessage(person: Person, command: Command): string {
  return `Nothing was done: this takes the role ${permissions[command]}, and ${person.email} is ${person.role}. Ask an admin to do it or to change the role. The refusal is in the audit trail.`
}

function invalidMessage(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')} ${message}`))
  return `Nothing was done: ${[...new Set(lines)].join('; ')}.`
}
