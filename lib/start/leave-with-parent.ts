import process from 'node:process'

/** How long an orderly end may take once the parent is gone. */
const LIMIT_MS = 20_000

/**
 * Preloaded (`node --import`) into every process that `npm start` starts: when that parent dies without having
 * stopped it, even by SIGKILL, the channel between them closes and the child stops itself in order. Processes the
 * child starts inherit the preload, but have channels of their own (Next's builders); the address tells whom it is for.
 */
const parent = Number(new URL(import.meta.url).searchParams.get('parent'))

if (process.ppid === parent) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LIMIT_MS).unref()
  })
  // Listening must not keep a child alive that has nothing else to do.
  process.channel?.unref()
}
