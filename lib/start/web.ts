import { createServer } from 'node:http'
import next from 'next'
import { loadEnv } from '#lib/env.ts'
import { isForDoor, takeDelivery } from '#lib/inbox/listen.ts'
import { inbox } from '#lib/inbox/open-inbox.ts'
import { createLogger } from '#lib/log.ts'
import { ROOT } from './project.ts'

/**
 * The web process: deliveries go to the inbox directly, everything else to the built dashboard. `npm run dev` uses
 * Next's own server instead, where app/api/webhooks leads to the same inbox.
 */

/** A sender gets this long for its whole request, and this long for its headers. */
const requestTimeoutMs = 30_000
const headersTimeoutMs = 10_000

const env = loadEnv()
const log = createLogger('web')
const dashboard = next({ dev: false, dir: ROOT, hostname: env.host, port: env.port })
await dashboard.prepare()
const showPage = dashboard.getRequestHandler()

const server = createServer(
  { requestTimeout: requestTimeoutMs, headersTimeout: headersTimeoutMs },
  (request, response) => {
    const work = isForDoor(request) ? takeDelivery(inbox(), request, response) : showPage(request, response)
    work.catch((error: unknown) => {
      log.error({ err: error, method: request.method }, 'a request could not be answered')
      response.destroy()
    })
  },
)

server.on('error', (error) => {
  log.fatal({ err: error }, 'the web process cannot listen')
  process.exit(1)
})
server.listen(env.port, env.host)

/** Refuses new connections, finishes what is under way, writes what was accepted, then ends. */
function stop() {
  server.close(() => {
    inbox()
      .close()
      .finally(() => process.exit(0))
  })
  server.closeIdleConnections()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
