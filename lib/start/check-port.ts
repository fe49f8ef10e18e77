import { createServer } from 'node:net'
import { Problem } from '#lib/db/problem.ts'

/** Fails early, before minutes of building, when the web server could not listen. */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Problem(explain(error, host, port), { cause: error })),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()))
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this account has. Choose one above 1023: PORT=3000 npm start`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `This machine has no address ${host}. Set HOST to one it has: 127.0.0.1 for this machine only, 0.0.0.0 for all its addresses.`
  }
  return `Cannot listen on ${host}:${port}: ${error.message}`
}
