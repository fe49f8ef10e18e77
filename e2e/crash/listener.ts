import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { takeDelivery } from '#lib/inbox/listen.ts'
import { openInbox } from '#lib/inbox/open-inbox.ts'
import { createLogger } from '#lib/log.ts'
import { masterKey } from './child.ts'

export interface Listener {
  readonly origin: string
  close(): Promise<void>
}

/** The door without Next, for tests whose subject is the worker: the same `receive` behind plain node:http. */
export async function startListener(databaseUrl: string): Promise<Listener> {
  const inbox = openInbox({ databaseUrl, key: masterKey, queueMax: 2_000, batchMax: 100, log: createLogger('inbox') })
  const server = createServer((request, response) => void takeDelivery(inbox, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await inbox.close()
    },
  }
}
