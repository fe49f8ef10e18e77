import { appendFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const itemForm = z.object({ id: z.string(), reference: z.string(), event: z.string(), title: z.string() })

/** Something to review, as the mock destination keeps it. */
export type ReviewItem = z.output<typeof itemForm>

/** The first one is R70, to go with event EV70. */
const firstNumber = 70

/**
 * The mock destination's items, one JSON line each in a file that outlives the process. Every creation counts: nothing
 * here recognises a repetition, so that one would be seen.
 */
export class ReviewItems {
  readonly #path: string
  readonly #items: ReviewItem[]

  constructor(path: string) {
    this.#path = path
    this.#items = readLines(path)
  }

  get count(): number {
    return this.#items.length
  }

  create(item: Omit<ReviewItem, 'id'>): ReviewItem {
    const created = { id: `R${firstNumber + this.#items.length}`, ...item }
    appendFileSync(this.#path, `${JSON.stringify(created)}\n`)
    this.#items.push(created)
    return created
  }

  forReference(reference: string): ReviewItem[] {
    return this.#items.filter((item) => item.reference === reference)
  }
}

function readLines(path: string): ReviewItem[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => itemForm.parse(JSON.parse(line)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
