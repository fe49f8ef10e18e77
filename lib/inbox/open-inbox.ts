import { createPool, type Pool } from '#lib/db/connect.ts'
import { MicroBatcher } from '#lib/db/micro-batch.ts'
import { isOutage } from '#lib/db/outage.ts'
import { loadEnv } from '#lib/env.ts'
import type { Accepted, Arrival } from '#lib/ledger/accept-events.ts'
import { createLogger, type Logger } from '#lib/log.ts'
import { masterKey } from '#lib/secrets.ts'
import { acceptBatch } from './accept-batch.ts'
import { Announcer } from './announcer.ts'
import { Budget } from './budget.ts'
import type { Inbox } from './receive.ts'
import { Refusals } from './refusals.ts'
import { Sources } from './sources.ts'

/** Bodies held at once; with copies on their way to PostgreSQL a process needs about three times as much. */
const heldBytes = 64 * 1024 * 1024
/** Bytes of bodies in one statement. */
const batchBytes = 4 * 1024 * 1024

export interface InboxOptions {
  readonly databaseUrl: string
  readonly key: Buffer
  readonly queueMax: number
  readonly batchMax: number
  readonly log: Logger
}

/** An inbox that can be closed: what was submitted is written, what was refused is counted. */
type OpenInbox = Inbox & { close(): Promise<void> }

/** An inbox with its own small pool, apart from the dashboard's. */
export function openInbox({ databaseUrl, key, queueMax, batchMax, log }: InboxOptions): OpenInbox {
  const pool = createPool({
    connectionString: databaseUrl,
    name: 'ledger-inbox',
    max: 4,
    byKey: true,
    statementTimeoutMs: 900,
    connectTimeoutMs: 1_000,
  })
  const announcer = new Announcer(pool, log)
  const opened: OpenInbox = {
    sources: new Sources(pool, key),
    acceptances: new MicroBatcher<Arrival, Accepted>({
      name: 'acceptance',
      maxBatch: batchMax,
      maxInFlight: 2,
      maxQueue: queueMax,
      weigh: (arrival) => arrival.body.length,
      maxBatchWeight: batchBytes,
      run: (arrivals) => acceptBatch(pool, arrivals),
      splitOnError: (error) => !isOutage(error),
    }),
    refusals: new Refusals(pool, log),
    budget: new Budget(heldBytes),
    log,
    announce: () => announcer.announce(),
    close: () => closeInbox(opened, pool),
  }
  return opened
}

async function closeInbox(inbox: Inbox, pool: Pool): Promise<void> {
  await inbox.acceptances.close()
  await inbox.refusals.flush()
  await pool.end()
}

/** This process's inbox, from its environment. A framework may load this module more than once; the inbox is one. */
export function inbox(): OpenInbox {
  holder.replayLedgerInbox ??= fromEnvironment()
  return holder.replayLedgerInbox
}

const holder = globalThis as typeof globalThis & { replayLedgerInbox?: OpenInbox }

function fromEnvironment(): OpenInbox {
  const env = loadEnv()
  if (env.databaseUrl === undefined) throw new Error('DATABASE_URL is not set; start with `npm start`, which sets it')
  return openInbox({
    databaseUrl: env.databaseUrl,
    key: masterKey(),
    queueMax: env.inboxQueueMax,
    batchMax: env.inboxBatchMax,
    log: createLogger('inbox'),
  })
}
