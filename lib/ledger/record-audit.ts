import { run, type Statement, type Tx } from '#lib/db/connect.ts'

/** Who acts, as read from the database for this request. */
export interface Person {
  /** Null for the command line of the machine's own operator. */
  readonly userId: number | null
  readonly email: string
  readonly role: 'viewer' | 'operator' | 'admin'
  readonly via: 'web' | 'cli' | 'start'
}

export interface AuditEntry {
  readonly command: string
  readonly objectType: string
  readonly objectId: string
  readonly reason?: string
  readonly before?: unknown
  readonly after?: unknown
}

const insertAudit: Statement = {
  name: 'insert_audit',
  text: `
INSERT INTO audit_entry (user_id, actor, role, via, command, object_type, object_id, reason, before, after)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

/** Writes the audit entry of an act, in the transaction of the act itself. Never a secret or a payload. */
export async function recordAudit(tx: Tx, person: Person, entry: AuditEntry): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  await run(tx, insertAudit, [
    person.userId,
    person.email,
    person.role,
    person.via,
    entry.command,
    entry.objectType,
    entry.objectId,
    entry.reason ?? null,
    json(entry.before),
    json(entry.after),
  ])
}
