import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRegistry } from '#lib/actions/registry.ts'
import { transaction } from '#lib/db/connect.ts'
import { openInbox } from '#lib/inbox/open-inbox.ts'
import { receive } from '#lib/inbox/receive.ts'
import { replayEvent } from '#lib/ledger/act-on-event.ts'
import { readReport } from '#lib/ledger/read-report.ts'
import { createLogger } from '#lib/log.ts'
import { testSettings } from '#lib/testing/arrange-worker.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { foldRollups } from '#lib/worker/fold-rollups.ts'
import { startWorker, type Worker } from '#lib/worker/start-worker.ts'
import { type Demo, ensureDemo } from './ensure-demo.ts'
import { findPackets, type Packets, startPackets } from './packets-address.ts'
import { type Played, play } from './play.ts'
import { readStanding } from './read-standing.ts'
import { removeDemo } from './remove-demo.ts'
import { report } from './report.ts'
import { waitUntil } from './wait-until.ts'

const database = useDatabase()
const key = Buffer.alloc(32, 'test')
const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
let packets: Packets
let worker: Worker
let product: Server
let inbox: ReturnType<typeof openInbox>
let demo: Demo
let played: Played

const said: string[] = []
const playOnce = () =>
  play({
    pool: database.pool,
    demo,
    productUrl: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    packetsUrl: packets.url,
    say: (line) => said.push(line),
  })

beforeAll(async () => {
  packets = await startPackets(dataDir)
  demo = await ensureDemo(database.pool, key, packets.url)
  product = await mountInbox(database.url)
  worker = await startWorker({
    databaseUrl: database.url,
    // Long enough that only the third delivery can bring the look-up forward.
    settings: { ...testSettings, firstLookMs: 60_000 },
    registry: await loadRegistry(),
    log: createLogger('worker'),
    masterKey: () => key,
  })
  played = await playOnce()
})
afterAll(async () => {
  await worker.stop()
  await packets.close()
  product.close()
  product.closeAllConnections()
  await inbox.close()
  rmSync(dataDir, { recursive: true })
})

/** The product's own door, without the framework around it. */
async function mountInbox(databaseUrl: string): Promise<Server> {
  inbox = openInbox({ databaseUrl, key, queueMax: 100, batchMax: 20, log: createLogger('inbox') })
  const server = createServer(async (request, response) => {
    const answer = await receive(inbox, {
      slug: request.url?.split('/').at(-1) ?? '',
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Readable.toWeb(request) as ReadableStream<Uint8Array>,
      remoteAddress: null,
    })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

test('four deliveries, one event, one effect, nothing uncertain, and one creation at the destination', () => {
  expect(report(played)).toEqual({
    lines: [
      '4 deliveries, 1 distinct event, 1 effect confirmed, 0 uncertain',
      'the destination counted 1 creation for EV70',
    ],
    asPromised: true,
  })
  expect(played.standing).toMatchObject({ state: 'completed', operation: 'confirmed', reference: 'R70' })
})

test('the ledger tells the timeline: lost, not failed; settled by evidence, not by sending again', async () => {
  const { rows } = await database.pool.query<{ transition: string; by: string }>(
    `SELECT transition, "by" FROM ledger_entry l JOIN event e ON e.id = l.event_id WHERE provider_event_id = 'EV70' ORDER BY seq`,
  )
  expect(rows.map(({ transition, by }) => `${transition} by ${by}`)).toEqual([
    'receive by inbox',
    'validate by inbox',
    'claim by worker',
    'plan by worker',
    'submit by worker',
    'lose by worker',
    'lose by worker',
    'confirm by reconciler',
    'settle by reconciler',
  ])
})

test('after an operator’s replay there is still one review item', async () => {
  const { rows } = await database.pool.query<{ id: bigint }>(`SELECT id FROM event WHERE provider_event_id = 'EV70'`)
  const eventId = rows[0]?.id ?? 0n
  const act = { eventId, actor: 'o@example.com', reason: 'to see that nothing happens' }
  expect(await transaction(database.pool, (tx) => replayEvent(tx, act))).toBe('applied')
  await database.pool.query(`SELECT pg_notify('ledger_due', '')`)
  await waitUntil('the replay has completed', 10_000, async () => {
    const completions = await database.pool.query(
      `SELECT 1 FROM ledger_entry WHERE event_id = $1 AND transition = 'complete'`,
      [eventId],
    )
    return completions.rowCount === 1 ? true : undefined
  })
  const items = await fetch(`${packets.url}/items?reference=P11`)
  expect(await items.json()).toMatchObject({ items: [{ id: 'R70', event: 'EV70' }] })
})

test('played again it takes the next event', async () => {
  const again = await playOnce()
  expect(report(again).asPromised).toBe(true)
  expect(again).toMatchObject({ eventId: 'EV71', standing: { reference: 'R71' } })
})

test('the destination keeps its items and its address when it is started again', async () => {
  const { url } = packets
  await packets.close()
  expect(await findPackets(dataDir)).toBeUndefined()
  packets = await startPackets(dataDir)
  expect(packets.url).toBe(url)
  expect(await findPackets(dataDir)).toBe(url)
  expect(await (await fetch(`${url}/stats`)).json()).toEqual({ creations: 2 })
})

test('a second creation would be seen: the destination recognises nothing by itself', async () => {
  const post = () =>
    fetch(`${packets.url}/items`, {
      method: 'POST',
      body: JSON.stringify({ reference: 'P1', event: 'EV1', title: 't' }),
    })
  expect((await post()).status).toBe(201)
  expect((await post()).status).toBe(201)
  const items = (await (await fetch(`${packets.url}/items?reference=P1`)).json()) as { items: unknown[] }
  expect(items.items).toHaveLength(2)
})

test('removed, nothing of it is left, and the counts are those of an empty ledger', async () => {
  await foldRollups(database.pool)
  expect(await transaction(database.pool, removeDemo)).toMatch(/1 demo source.* 2 event/)
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*) FROM event) + (SELECT count(*) FROM delivery) + (SELECT count(*) FROM ledger_entry)
       + (SELECT count(*) FROM payload) + (SELECT count(*) FROM operation) + (SELECT count(*) FROM source)
       + (SELECT count(*) FROM destination) AS left`,
  )
  expect(rows[0].left).toBe(0n)
  const after = await readReport(database.pool)
  expect(after).toMatchObject({ distinctEvents: 0, effectsConfirmed: 0, uncertain: 0, deliveries: { observed: 0 } })
  expect(await readStanding(database.pool, demo.sourceId, 'EV70')).toBeUndefined()
})
