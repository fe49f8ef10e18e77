import { enableCompileCache } from 'node:module'

// Halves the time to the first line of output: a command is started anew each time it is typed.
enableCompileCache()

// A reader that went away (`| head`) is no failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { runCommand } = await import('./run-command.ts')
await runCommand(process.argv.slice(2))
