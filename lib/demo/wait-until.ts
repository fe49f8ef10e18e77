import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '#lib/db/problem.ts'

const everyMs = 25

/** Asks again and again until the answer is what is waited for. @throws Problem after `limitMs` */
export async function waitUntil<T>(what: string, limitMs: number, look: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + limitMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > endMs)
      throw new Problem(`Waited ${limitMs / 1000} s until ${what}, and it did not happen. Does the worker run?`)
    await wait(everyMs)
  }
}
