/**
 * npm hands a Ctrl-C on to us that the terminal has sent us already; only one that comes later is a second wish.
 */
const SAME_WISH_MS = 1_000

/** Somebody asked for the stop; nothing went wrong. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface StopSignals {
  /** Somebody wants the product to stop. */
  readonly stop: AbortSignal
  /** Somebody wants it now. */
  readonly hurry: AbortSignal
  /** Stops for a reason of our own. */
  readonly stopBecause: (reason: Error) => void
}

export function listenForStop(onHurry: () => void): StopSignals {
  const stop = new AbortController()
  const hurry = new AbortController()
  let firstAt = 0
  const onSignal = () => {
    if (!stop.signal.aborted) {
      firstAt = Date.now()
      stop.abort(new Stopped('asked to stop'))
    } else if (Date.now() - firstAt > SAME_WISH_MS && !hurry.signal.aborted) {
      onHurry()
      hurry.abort()
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return { stop: stop.signal, hurry: hurry.signal, stopBecause: (reason) => stop.abort(reason) }
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
