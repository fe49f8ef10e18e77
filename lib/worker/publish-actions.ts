import type { Registry } from '#lib/actions/registry.ts'
import { type Pool, run, type Statement } from '#lib/db/connect.ts'

const publish: Statement = {
  name: 'publish_actions',
  text: `
INSERT INTO setting (key, value) VALUES ('actions', $1::jsonb)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now() WHERE setting.value <> excluded.value`,
}

/**
 * Tells the other processes, which cannot load the code of actions, what there is: setting `actions`, a list of
 * { name, version, on, destination }.
 */
export async function publishActions(pool: Pool, registry: Registry): Promise<void> {
  const actions = registry.newest.map(({ name, version, on, ...rest }) => ({
    name,
    version,
    on,
    destination: 'destination' in rest ? (rest.destination ?? null) : null,
  }))
  await run(pool, publish, [JSON.stringify(actions)])
}
