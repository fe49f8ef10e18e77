import { z } from 'zod'
import { type Pool, run, type Statement, type Tx } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { resolveConflict as resolve } from '#lib/ledger/resolve-conflict.ts'
import type { MoveOutcome } from '#lib/ledger/transition.ts'
import { carryOut } from './carry-out.ts'
import { ago, lastChange } from './explain-move.ts'
import { identity, reason } from './input-fields.ts'
import { type CommandFailure, type CommandOutcome, failure } from './outcome.ts'
import { auditOf, lockAndReadStanding, readStanding, type Standing } from './read-standing.ts'

const schema = z.object({ conflictId: identity, resolution: z.enum(['keep', 'adopt', 'reject']), reason })

interface ConflictFacts {
  readonly eventId: bigint
  readonly resolution: string | null
  readonly resolvedBy: string | null
  readonly secondsAgo: number | null
  readonly hasPayload: boolean
}

const readConflict: Statement = {
  name: 'read_conflict',
  text: `
SELECT c.event_id AS "eventId", c.resolution, c.resolved_by AS "resolvedBy",
  extract(epoch FROM clock_timestamp() - c.resolved_at)::float8 AS "secondsAgo",
  EXISTS (SELECT 1 FROM payload y WHERE y.delivery_id = c.delivery_id) AS "hasPayload"
FROM payload_conflict c WHERE c.id = $1`,
}

/** Resolves one conflict. `correctionEventId`: the new event, where the other content was adopted. */
export function resolveConflict(
  pool: Pool,
  person: Person,
  input: z.input<typeof schema>,
): Promise<CommandOutcome<{ correctionEventId: bigint | null }>> {
  return carryOut(pool, person, {
    command: 'resolveConflict',
    objectType: 'conflict',
    schema,
    input,
    objectOf: ({ conflictId }) => String(conflictId),
    notifies: 'ledger_due',
    act: async (tx, request) => {
      const [conflict] = await run<ConflictFacts>(tx, readConflict, [request.conflictId])
      if (conflict === undefined) {
        return failure('not_found', `Nothing was done: there is no conflict ${request.conflictId} here.`)
      }
      if (request.resolution === 'adopt' && !conflict.hasPayload) {
        return failure(
          'guarded',
          'Nothing was done: the other content is past its payload window and cannot be adopted. Keep the original or reject.',
        )
      }
      const before = await lockAndReadStanding(tx, conflict.eventId)
      const { outcome, correctionEventId } = await resolve(tx, { ...request, actor: person.email })
      if (outcome !== 'applied') return explain(tx, outcome, request.conflictId, conflict.eventId)
      const after = await readStanding(tx, conflict.eventId)
      return {
        ok: true,
        message: messageOf(request.resolution, after, correctionEventId),
        result: { correctionEventId },
        audit: {
          objectId: String(request.conflictId),
          reason: request.reason,
          before: { event: String(conflict.eventId), ...auditOf(before) },
          after: { ...auditOf(after), resolution: request.resolution, correctionEvent: correctionEventId?.toString() },
        },
      }
    },
  })
}

function messageOf(resolution: 'keep' | 'adopt' | 'reject', after: Standing | undefined, correction: bigint | null) {
  const held = after?.hold === 'conflict' ? ' Another conflict of this event is still open, so it stays held.' : ''
  const redelivered = 'The other content counts as known: deliveries of it are duplicates from now on.'
  if (resolution === 'keep') return `The original stands. ${redelivered}${held}`
  if (resolution === 'adopt')
    return `The other content is now event ${correction}, a correction of this one; a worker takes it up. ${redelivered}${held}`
  return `Neither content is processed; the event is rejected and can be restored. ${redelivered}${held}`
}

async function explain(
  tx: Tx,
  outcome: Exclude<MoveOutcome, 'applied'>,
  conflictId: bigint,
  eventId: bigint,
): Promise<CommandFailure> {
  const [conflict] = await run<ConflictFacts>(tx, readConflict, [conflictId])
  if (conflict !== undefined && conflict.resolution !== null) {
    return failure(
      'changed',
      `Nothing was done: ${conflict.resolvedBy} resolved this conflict ${ago(conflict.secondsAgo ?? 0)} (${conflict.resolution}). A conflict is resolved once. Reload to see it.`,
    )
  }
  const standing = await readStanding(tx, eventId)
  const now = standing === undefined ? '' : ` ${lastChange(standing)}`
  return failure(
    outcome === 'wrong_state' ? 'wrong_state' : 'changed',
    `Nothing was done: the original cannot be set aside from here.${now} Keep it, or wait until its work or its uncertain effect has come to an end and decide again.`,
  )
}
