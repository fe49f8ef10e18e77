import { type Pool, run, type Statement } from '#lib/db/connect.ts'
import type { Destination } from '#lib/destinations/destination.ts'
import { loadDestinations } from '#lib/destinations/load-destinations.ts'

export interface Binding {
  readonly type: string
  readonly action: string
  readonly destinationId: number
}

/** What people configured, as far as it decides what is done with an event. */
export interface Configuration {
  readonly destinations: ReadonlyMap<number, Destination>
  readonly destinationsBySlug: ReadonlyMap<string, Destination>
  readonly bindingsBySource: ReadonlyMap<number, readonly Binding[]>
}

const loadBindings: Statement = {
  name: 'load_action_bindings',
  text: 'SELECT source_id, type, action, destination_id FROM action_binding ORDER BY id',
}

export async function loadConfiguration(pool: Pool, masterKey: () => Buffer): Promise<Configuration> {
  const destinations = await loadDestinations(pool, masterKey)
  const rows = await run<{ source_id: number; type: string; action: string; destination_id: number }>(
    pool,
    loadBindings,
    [],
  )
  const bindings = Map.groupBy(rows, (row) => row.source_id)
  return {
    destinations: new Map(destinations.map((destination) => [destination.id, destination])),
    destinationsBySlug: new Map(destinations.map((destination) => [destination.slug, destination])),
    bindingsBySource: new Map(
      [...bindings].map(([sourceId, bound]) => [
        sourceId,
        bound.map((row) => ({ type: row.type, action: row.action, destinationId: row.destination_id })),
      ]),
    ),
  }
}
