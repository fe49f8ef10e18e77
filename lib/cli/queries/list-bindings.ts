import { type Pool, run, type Statement } from '#lib/db/connect.ts'

export interface BindingRow {
  readonly id: number
  readonly source: string
  readonly type: string
  readonly action: string
  readonly destination: string
  readonly createdAt: Date
}

const statement: Statement = {
  name: 'list_bindings',
  text: `
SELECT b.id, s.slug AS source, b.type, b.action, d.slug AS destination, b.created_at AS "createdAt"
FROM action_binding b JOIN source s ON s.id = b.source_id JOIN destination d ON d.id = b.destination_id
ORDER BY s.slug, b.type, b.action`,
}

export function listBindings(pool: Pool): Promise<BindingRow[]> {
  return run<BindingRow>(pool, statement, [])
}
