/** A bounded amount of something many requests share: bytes of bodies held in memory. */
export class Budget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** A share that grows as bytes arrive, so that a sender who only promises bytes takes none. */
  share(): Share {
    let held = 0
    return {
      grow: (amount) => {
        if (this.#used + amount > this.#limit) return false
        this.#used += amount
        held += amount
        return true
      },
      release: () => {
        this.#used -= held
        held = 0
      },
    }
  }
}

export interface Share {
  /** False where the limit would be exceeded; then nothing is taken. */
  grow(amount: number): boolean
  release(): void
}
