import type { ClaimedEvent } from '#lib/ledger/claim-events.ts'

/** An event in this worker's hands. */
export interface HeldEvent {
  readonly event: ClaimedEvent
  /** By this process's monotonic clock, a moment before which the lease certainly runs. */
  safeUntilMs: number
  /** The claim is gone: no effect of it may begin any more. */
  lost: boolean
}

/** What this worker holds, and what that weighs. */
export class HeldEvents {
  readonly #byId = new Map<bigint, HeldEvent>()
  #bytes = 0
  #emptied: (() => void)[] = []

  get size(): number {
    return this.#byId.size
  }

  /** Bytes of payloads in memory. */
  get bytes(): number {
    return this.#bytes
  }

  all(): HeldEvent[] {
    return [...this.#byId.values()]
  }

  add(event: ClaimedEvent, safeUntilMs: number): HeldEvent {
    const held = { event, safeUntilMs, lost: false }
    this.#byId.set(event.id, held)
    this.#bytes += event.body.length
    return held
  }

  remove(held: HeldEvent): void {
    // The same event may have been claimed again meanwhile, under a new fence.
    if (this.#byId.get(held.event.id) === held) this.#byId.delete(held.event.id)
    this.#bytes -= held.event.body.length
    if (this.#byId.size > 0) return
    for (const resolve of this.#emptied.splice(0)) resolve()
  }

  empty(): Promise<void> {
    if (this.#byId.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#emptied.push(resolve))
  }
}
