import { Stopped } from './stop-signals.ts'

const EVERY_MS = 10_000
const QUIET_MS = 1_000

const CLEAR_LINE = '\r\u001B[K'
/** A line on the terminal is counting seconds; others go above it. */
let isTicking = false

/** Writes a line for the person who started the product. */
export function say(text: string): void {
  process.stdout.write(`${isTicking ? CLEAR_LINE : ''}${text}\n`)
}

/**
 * Does one piece of work under a line that tells what it is and how long it takes. On a terminal the seconds count
 * up in place; elsewhere a long step says that it goes on every ten seconds.
 */
export async function step<T>(title: string, work: () => Promise<T> | T): Promise<T> {
  const started = Date.now()
  const stopTelling = process.stdout.isTTY ? tickInPlace(title, started) : tellNowAndThen(title, started)
  try {
    const result = await work()
    stopTelling()
    say(`• ${title} … ${secondsSince(started)}`)
    return result
  } catch (error) {
    stopTelling()
    say(error instanceof Stopped ? `• ${title} … stopped` : `✕ ${title} … failed after ${secondsSince(started)}`)
    throw error
  }
}

function tickInPlace(title: string, started: number): () => void {
  const draw = () => process.stdout.write(`\r• ${title} … ${secondsSince(started)}`)
  isTicking = true
  draw()
  const timer = setInterval(draw, 1_000)
  return () => {
    isTicking = false
    clearInterval(timer)
    process.stdout.write(CLEAR_LINE)
  }
}

function tellNowAndThen(title: string, started: number): () => void {
  const first = setTimeout(() => say(`• ${title} …`), QUIET_MS)
  const timer = setInterval(() => say(`  … ${secondsSince(started)}`), EVERY_MS)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}

export function secondsSince(started: number): string {
  const seconds = (Date.now() - started) / 1000
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
}
