import { z } from 'zod'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { carryOut } from './carry-out.ts'
import { identity } from './input-fields.ts'
import { type CommandOutcome, failure } from './outcome.ts'

const schema = z.union([z.strictObject({ eventId: identity }), z.strictObject({ deliveryId: identity })])

export interface RevealedPayload {
  /** The bytes as received. */
  readonly body: Buffer
  /** The kept request headers; never signatures or credentials. */
  readonly headers: Readonly<Record<string, string>>
}

const ofEvent: Statement = {
  name: 'payload_of_event',
  text: 'SELECT body, headers FROM payload WHERE event_id = $1',
}

const ofDelivery: Statement = {
  name: 'payload_of_delivery',
  text: 'SELECT body, headers FROM payload WHERE delivery_id = $1',
}

/** Shows the content of an event, or of a conflicting or rejected delivery. Looking is an act: it is audited. */
export function revealPayload(
  pool: Pool,
  person: Person,
  input: z.input<typeof schema>,
): Promise<CommandOutcome<RevealedPayload>> {
  const isEvent = 'eventId' in input
  return carryOut(pool, person, {
    command: 'revealPayload',
    objectType: isEvent ? 'event' : 'delivery',
    schema,
    input,
    objectOf: (target) => String(idOf(target)),
    act: async (tx, target) => {
      const [payload] = await run<{ body: Buffer; headers: Record<string, string> }>(
        tx,
        isEvent ? ofEvent : ofDelivery,
        [idOf(target)],
      )
      if (payload === undefined) {
        return failure(
          'not_found',
          isEvent
            ? `Event ${idOf(target)} has no payload here: there is no such event, or its payload window has ended.`
            : `Delivery ${idOf(target)} keeps no content of its own: it brought what its event holds already, was refused, or its payload window has ended.`,
        )
      }
      return {
        ok: true,
        message: 'The payload is shown; the audit trail says that you looked.',
        result: payload,
        audit: { objectId: String(idOf(target)), after: { bytes: payload.body.length } },
      }
    },
  })
}

function idOf(target: z.output<typeof schema>): bigint {
  return 'eventId' in target ? target.eventId : target.deliveryId
}
