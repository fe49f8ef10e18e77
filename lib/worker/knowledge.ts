import { type Choice, chooseActions, type Kind } from '#lib/actions/choose-actions.ts'
import { type Configuration, loadConfiguration } from '#lib/actions/configuration.ts'
import type { Registry } from '#lib/actions/registry.ts'
import type { Pool } from '#lib/db/connect.ts'

/** Types come from outside, so what is remembered about them is bounded. */
const rememberedMax = 10_000

/** The code's actions and people's configuration, as this worker knows them now. */
export class Knowledge {
  readonly registry: Registry
  readonly #pool: Pool
  readonly #masterKey: () => Buffer
  #configuration: Configuration = {
    destinations: new Map(),
    destinationsBySlug: new Map(),
    bindingsBySource: new Map(),
  }
  #choices = new Map<string, Choice>()
  #readAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(registry: Registry, pool: Pool, masterKey: () => Buffer) {
    this.registry = registry
    this.#pool = pool
    this.#masterKey = masterKey
  }

  get configuration(): Configuration {
    return this.#configuration
  }

  /** Reads the configuration now. */
  async refresh(): Promise<void> {
    const startedAtMs = performance.now()
    this.#configuration = await loadConfiguration(this.#pool, this.#masterKey)
    this.#choices = new Map()
    this.#readAtMs = startedAtMs
  }

  /** Reads it again unless that was done within `ageMs`; returns whether it is newer now. Callers share one reading. */
  async refreshOlderThan(ageMs: number): Promise<boolean> {
    if (performance.now() - this.#readAtMs <= ageMs) return false
    this.#reading ??= this.refresh().finally(() => {
      this.#reading = undefined
    })
    await this.#reading
    return true
  }

  choose(kind: Kind): Choice {
    const key = `${kind.sourceId} ${kind.type}`
    const known = this.#choices.get(key)
    if (known !== undefined) return known
    const choice = chooseActions(kind, this.registry, this.#configuration)
    if (this.#choices.size >= rememberedMax) this.#choices.clear()
    this.#choices.set(key, choice)
    return choice
  }
}
