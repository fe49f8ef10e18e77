import type { Running } from './spawn-node.ts'

const CRASHES_MAX = 5
/** Crashes further apart than this do not add up. */
const WINDOW_MS = 60_000
const FIRST_PAUSE_MS = 500

export interface Service {
  readonly name: string
  readonly start: () => Promise<Running>
}

export interface Hooks {
  readonly onStarted: (name: string, pid: number) => void
  readonly onCrash: (text: string) => void
  /** It will not be started again. */
  readonly onGaveUp: (text: string) => void
}

export interface Supervised {
  readonly name: string
  readonly stop: (hurry: AbortSignal) => Promise<void>
}

/**
 * Starts a service and keeps it running: one that ends unasked is started again, later each time, until it has
 * failed {@link CRASHES_MAX} times within a minute.
 */
export async function supervise({ name, start }: Service, hooks: Hooks): Promise<Supervised> {
  const stopping = new AbortController()
  let current = await start()
  hooks.onStarted(name, current.pid)

  const keepRunning = async () => {
    const crashes: number[] = []
    let reason = await current.exited
    while (!stopping.signal.aborted) {
      crashes.push(Date.now())
      const recent = crashes.filter((at) => at > Date.now() - WINDOW_MS).length
      if (recent >= CRASHES_MAX) {
        hooks.onGaveUp(`The ${name} failed ${recent} times within a minute; the last time ${reason}.`)
        return
      }
      const pauseMs = FIRST_PAUSE_MS * 2 ** (recent - 1)
      hooks.onCrash(`the ${name} stopped unasked: ${reason}. Starting it again in ${pauseMs / 1000} s`)
      await pause(pauseMs, stopping.signal)
      if (stopping.signal.aborted) return
      reason = await startAgain()
    }
  }
  const startAgain = async () => {
    try {
      current = await start()
    } catch (error) {
      return `it could not be started: ${(error as Error).message}`
    }
    if (stopping.signal.aborted) await current.stop(stopping.signal)
    else hooks.onStarted(name, current.pid)
    return current.exited
  }
  const kept = keepRunning()
  return {
    name,
    stop: async (hurry) => {
      stopping.abort()
      await current.stop(hurry)
      await kept
    },
  }
}

/** Ends early when somebody asks for the stop. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true })
  })
}
