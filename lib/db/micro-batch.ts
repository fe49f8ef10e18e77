/** Refused at once: as much as is allowed to wait is waiting already. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly batcher: string

  constructor(batcher: string, maxQueue: number) {
    super(`${batcher}: ${maxQueue} items are waiting already`)
    this.batcher = batcher
  }
}

interface MicroBatcherOptions<In, Out> {
  /** Names the batcher in errors. */
  readonly name: string
  readonly maxBatch: number
  /** Batches that may run at once. */
  readonly maxInFlight: number
  /** What an item weighs (bytes, say); a batch ends before it would weigh more than `maxBatchWeight`. */
  readonly weigh?: (item: In) => number
  readonly maxBatchWeight?: number
  /** Items that may wait, those of running batches not counted. */
  readonly maxQueue: number
  /** Handles one batch; answers in the order of `items`. */
  run(items: In[]): Promise<Out[]>
  /**
   * Says of an error that one item may be its cause and nothing of the batch was kept: the items then run one by
   * one, so that a bad one fails alone. Never say so of a lost connection: a commit may have landed.
   */
  splitOnError?(error: unknown): boolean
}

interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (out: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets items share a round trip and a commit. Items of one turn of the event loop gather and leave at once while
 * there is room; under load, whatever gathers during the running batches forms the next. There is no timer: a lone
 * item waits for nothing.
 */
export class MicroBatcher<In, Out> {
  readonly #options: MicroBatcherOptions<In, Out>
  #waiting: Waiting<In, Out>[] = []
  #inFlight = 0
  #scheduled = false
  #closing: PromiseWithResolvers<void> | undefined

  constructor(options: MicroBatcherOptions<In, Out>) {
    this.#options = options
  }

  /** Items that wait for a batch. */
  get depth(): number {
    return this.#waiting.length
  }

  submit(item: In): Promise<Out> {
    const { name, maxQueue } = this.#options
    if (this.#closing !== undefined) return Promise.reject(new Error(`${name} is closed`))
    if (this.#waiting.length >= maxQueue) return Promise.reject(new QueueFull(name, maxQueue))
    const { promise, resolve, reject } = Promise.withResolvers<Out>()
    this.#waiting.push({ item, resolve, reject })
    this.#schedule()
    return promise
  }

  /** Takes nothing more; resolves when everything submitted has its answer. */
  close(): Promise<void> {
    this.#closing ??= Promise.withResolvers<void>()
    this.#settleClosing()
    return this.#closing.promise
  }

  #schedule() {
    if (this.#scheduled || this.#waiting.length === 0 || this.#inFlight >= this.#options.maxInFlight) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush() {
    const { maxInFlight } = this.#options
    while (this.#waiting.length > 0 && this.#inFlight < maxInFlight) {
      const batch = this.#waiting.splice(0, this.#batchLength())
      this.#inFlight++
      void this.#runBatch(batch).finally(() => {
        this.#inFlight--
        this.#schedule()
        this.#settleClosing()
      })
    }
  }

  /** As many as may go together, and at least one. */
  #batchLength(): number {
    const { maxBatch, weigh, maxBatchWeight = Number.POSITIVE_INFINITY } = this.#options
    const most = Math.min(maxBatch, this.#waiting.length)
    if (weigh === undefined) return most
    let weight = 0
    for (let length = 0; length < most; length++) {
      weight += weigh((this.#waiting[length] as Waiting<In, Out>).item)
      if (weight > maxBatchWeight) return Math.max(1, length)
    }
    return most
  }

  async #runBatch(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      await this.#answer(batch)
    } catch (error) {
      if (batch.length > 1 && this.#options.splitOnError?.(error)) await this.#runOneByOne(batch)
      else for (const { reject } of batch) reject(error)
    }
  }

  async #runOneByOne(batch: Waiting<In, Out>[]): Promise<void> {
    for (const [index, one] of batch.entries()) {
      try {
        await this.#answer([one])
      } catch (error) {
        if (this.#options.splitOnError?.(error)) {
          one.reject(error)
          continue
        }
        // An outage: the rest would only meet it one after the other.
        for (const { reject } of batch.slice(index)) reject(error)
        return
      }
    }
  }

  async #answer(batch: Waiting<In, Out>[]): Promise<void> {
    const outs = await this.#options.run(batch.map(({ item }) => item))
    if (outs.length !== batch.length) {
      throw new Error(`${this.#options.name}: ${outs.length} answers for ${batch.length} items`)
    }
    for (const [index, out] of outs.entries()) batch[index]?.resolve(out)
  }

  #settleClosing() {
    if (this.#inFlight === 0 && this.#waiting.length === 0) this.#closing?.resolve()
  }
}
