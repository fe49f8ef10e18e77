import { describe, expect, test } from 'vitest'
import type { Pool } from '#lib/db/connect.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { bindAction } from './bind-action.ts'
import { createDestination } from './create-destination.ts'
import { createSource } from './create-source.ts'
import { createUser } from './create-user.ts'
import { decideOperation } from './decide-operation.ts'
import { disableUser } from './disable-user.ts'
import { enableUser } from './enable-user.ts'
import type { CommandOutcome } from './outcome.ts'
import { type Command, permissions, permits, type Role, roles } from './permissions.ts'
import { reconcileEvent } from './reconcile-event.ts'
import { rejectEvent } from './reject-event.ts'
import { removeDemo } from './remove-demo.ts'
import { replayEvent } from './replay-event.ts'
import { resolveConflict } from './resolve-conflict.ts'
import { restoreEvent } from './restore-event.ts'
import { retryEvent } from './retry-event.ts'
import { revealPayload } from './reveal-payload.ts'
import { rotateSecret } from './rotate-secret.ts'
import { setPassword } from './set-password.ts'
import { setRole } from './set-role.ts'
import { unbindAction } from './unbind-action.ts'

const database = useDatabase()

const event = { eventId: 999_999n, reason: 'a good reason' }
const email = 'nobody@example.com'

/** Every command, asked for something that does not exist: whoever may ask is told so, and nothing changes. */
const ask: Record<Command, (pool: Pool, person: Person) => Promise<CommandOutcome>> = {
  revealPayload: (pool, person) => revealPayload(pool, person, { eventId: event.eventId }),
  retryEvent: (pool, person) => retryEvent(pool, person, event),
  replayEvent: (pool, person) => replayEvent(pool, person, event),
  restoreEvent: (pool, person) => restoreEvent(pool, person, event),
  rejectEvent: (pool, person) => rejectEvent(pool, person, event),
  reconcileEvent: (pool, person) => reconcileEvent(pool, person, { eventId: event.eventId }),
  decideOperation: (pool, person) =>
    decideOperation(pool, person, { ...event, operationId: 999_999n, expectedSeq: 1, decision: 'waive' }),
  resolveConflict: (pool, person) =>
    resolveConflict(pool, person, { conflictId: 999_999n, resolution: 'keep', reason: event.reason }),
  createSource: (pool, person) =>
    createSource(pool, person, { slug: 'no-such', provider: 'no-such', account: 'a', secrets: ['s'] }),
  rotateSecret: (pool, person) => rotateSecret(pool, person, { slug: 'no-such', secret: 's' }),
  createDestination: (pool, person) =>
    createDestination(pool, person, { slug: 'x', baseUrl: 'ftp://x', repeat: 'none' }),
  bindAction: (pool, person) => bindAction(pool, person, { source: 'no-such', action: 'a', destination: 'no-such' }),
  unbindAction: (pool, person) => unbindAction(pool, person, { bindingId: 999_999 }),
  createUser: (pool, person) => createUser(pool, person, { email, role: 'viewer', password: 'too short' }),
  setRole: (pool, person) => setRole(pool, person, { email, role: 'admin' }),
  setPassword: (pool, person) => setPassword(pool, person, { email }),
  disableUser: (pool, person) => disableUser(pool, person, { email }),
  enableUser: (pool, person) => enableUser(pool, person, { email }),
  removeDemo,
}

const personOf = (role: Role): Person => ({ userId: null, email: `${role}@example.com`, role, via: 'web' })

const auditOf = async (command: Command, role: Role) =>
  (
    await database.pool.query<{ object_id: string; after: unknown }>(
      'SELECT object_id, after FROM audit_entry WHERE command = $1 AND role = $2',
      [command, role],
    )
  ).rows

const commands = Object.keys(ask) as Command[]

describe.each(commands)('%s', (command) => {
  test.each(roles.filter((role) => !permits(role, command)))(
    'is refused to a %s, who is told the role it takes, and the refusal is audited',
    async (role) => {
      const outcome = await ask[command](database.pool, personOf(role))
      expect(outcome).toMatchObject({ ok: false, code: 'forbidden' })
      expect(outcome.message).toContain(permissions[command])
      expect(await auditOf(command, role)).toEqual([{ object_id: expect.any(String), after: { refused: 'forbidden' } }])
    },
  )

  test.each(roles.filter((role) => permits(role, command)))(
    'is open to a %s, and an act that fails leaves no audit entry',
    async (role) => {
      const outcome = await ask[command](database.pool, personOf(role))
      expect(outcome.ok).toBe(false)
      expect(outcome).not.toMatchObject({ code: 'forbidden' })
      expect(await auditOf(command, role)).toEqual([])
    },
  )
})

test('a viewer may ask for nothing, an operator works on events, an admin may ask for everything', () => {
  const open = (role: Role) => (Object.keys(permissions) as Command[]).filter((command) => permits(role, command))
  expect(open('viewer')).toEqual([])
  expect(open('operator')).toEqual([
    'revealPayload',
    'retryEvent',
    'replayEvent',
    'restoreEvent',
    'rejectEvent',
    'reconcileEvent',
    'decideOperation',
    'resolveConflict',
  ])
  expect(open('admin')).toEqual(Object.keys(permissions))
})
