import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { packetsServer } from './packets-server.ts'
import { ReviewItems } from './review-items.ts'

const addressFile = (dataDir: string) => join(dataDir, 'demo-packets.port')
const itemsFile = (dataDir: string) => join(dataDir, 'demo-packets.jsonl')

export interface Packets {
  readonly url: string
  close(): Promise<void>
}

/** Starts the mock destination of a data folder, at the port it had before if that is free. */
export async function startPackets(dataDir: string): Promise<Packets> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const server = packetsServer(new ReviewItems(itemsFile(dataDir)))
  const port = await listen(server, lastPort(dataDir)).catch(() => listen(server, 0))
  writeFileSync(addressFile(dataDir), `${port}\n`)
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: urlAt(port), close }
}

/** Where the mock destination of this data folder answers, if it does. */
export async function findPackets(dataDir: string): Promise<string | undefined> {
  const port = lastPort(dataDir)
  if (port === 0) return undefined
  try {
    const response = await fetch(`${urlAt(port)}/stats`, { signal: AbortSignal.timeout(2_000) })
    return response.ok && 'creations' in ((await response.json()) as object) ? urlAt(port) : undefined
  } catch {
    // Nothing listens there, or something else does.
    return undefined
  }
}

const urlAt = (port: number) => `http://127.0.0.1:${port}`

function lastPort(dataDir: string): number {
  try {
    const text = readFileSync(addressFile(dataDir), 'utf8').trim()
    return /^\d{1,5}$/.test(text) ? Number(text) : 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
