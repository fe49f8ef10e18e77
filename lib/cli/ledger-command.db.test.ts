import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childEnv } from '#lib/env.ts'
import { readRuntime, writeRuntime } from '#lib/start/runtime.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'

const database = useDatabase()
const main = join(import.meta.dirname, 'main.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'ledger-command-'))
let arrange: Arrange

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** The command as a person runs it: a process of its own. */
function ledgerWith(changes: Record<string, string | undefined>, args: readonly string[]): Promise<Ran> {
  const env = childEnv({ DATABASE_URL: database.url, LEDGER_DATA_DIR: dataDir, ...changes })
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}

const ledger = (...args: string[]) => ledgerWith({}, args)

async function json(...args: string[]) {
  const ran = await ledger(...args, '--json')
  return { exitCode: ran.exitCode, value: JSON.parse(ran.stdout) }
}

async function failed(eventId: string): Promise<bigint> {
  const event = await arrange.claimed(eventId)
  const operationId = await arrange.begun(event)
  await arrange.conclude(event, operationId, { kind: 'refused', again: false, detail: 'answered 422' })
  await arrange.end(event, { kind: 'fail', reason: 'answered 422' })
  return event.id
}

describe('exit codes', () => {
  test('0 and help, without a database, for --help and for a noun’s --help', async () => {
    const none = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const help = await ledgerWith(none, ['--help'])
    expect(help).toMatchObject({ exitCode: 0, stderr: '' })
    for (const noun of ['source', 'event', 'delivery', 'conflict', 'uncertain', 'report', 'user', 'verify', 'demo'])
      expect(help.stdout).toMatch(new RegExp(`^  ${noun} `, 'm'))
    expect((await ledgerWith(none, ['event', 'retry', '--help'])).stdout).toContain('Example')
  })

  test.each([
    [['no-such-noun']],
    [['event', 'retry', '1']],
    [['event', 'list', '--state', 'lost']],
    [['event', 'list', '--limit', '0']],
    [['event', 'show', 'stripe', 'acct']],
    [['event', 'show', 'not-a-number']],
    [['source', 'create', '--slug', 'x']],
    [['conflict', 'resolve', '1', 'maybe', '--reason', 'abc']],
  ])('2 for wrong usage: %j', async (args) => {
    const ran = await ledger(...args)
    expect(ran.exitCode).toBe(2)
    expect(ran.stderr).not.toBe('')
    expect(ran.stderr).not.toMatch(/^\s+at /m)
  })

  test('3 where no database is reachable, with what to do, and 3 where none is known', async () => {
    const closed = await ledgerWith({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' }, ['source', 'list'])
    expect(closed).toMatchObject({ exitCode: 3, stdout: '' })
    expect(closed.stderr).toContain('connection refused')
    expect(closed.stderr).not.toContain('hidden')
    const unknown = await ledgerWith({ DATABASE_URL: undefined }, ['source', 'list', '--json'])
    expect(unknown.exitCode).toBe(3)
    expect(JSON.parse(unknown.stdout)).toMatchObject({ ok: false, message: expect.stringContaining('npm start') })
  })

  test('1 where the act did not happen', async () => {
    const ran = await ledger('event', 'retry', '999999', '--reason', 'a good reason')
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ran.stderr).toContain('There is no event 999999')
  })
})

describe('the database', () => {
  test('of the product that runs on the data folder is found without being told', async () => {
    writeRuntime(dataDir, {
      port: 1,
      url: 'http://127.0.0.1:1',
      databaseUrl: database.url,
      database: 'embedded',
      started: new Date().toISOString(),
      children: [],
    })
    expect(readRuntime(dataDir)?.databaseUrl).toBe(database.url)
    expect(await ledgerWith({ DATABASE_URL: undefined }, ['source', 'list'])).toMatchObject({ exitCode: 0 })
  })

  test('that DATABASE_URL names wins over the one that is found', async () => {
    expect(await ledgerWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, ['source', 'list'])).toMatchObject({
      exitCode: 3,
    })
  })
})

describe('source', () => {
  test('create, list and rotate-secret', async () => {
    const secret = 'a-secret-that-nobody-sees-4f2a'
    const created = await json(
      'source',
      'create',
      '--slug',
      'gh',
      '--provider',
      'github',
      '--account',
      'acct',
      '--secret',
      secret,
    )
    expect(created).toEqual({
      exitCode: 0,
      value: {
        ok: true,
        message: expect.any(String),
        sourceId: expect.any(Number),
        slug: 'gh',
        path: '/api/webhooks/gh',
      },
    })
    const file = join(dataDir, 'secret')
    writeFileSync(file, 'second-secret-that-nobody-sees\n')
    expect((await json('source', 'rotate-secret', 'gh', '--secret-file', file, '--overlap-hours', '1')).exitCode).toBe(
      0,
    )
    const { value } = await json('source', 'list')
    const listed = value.find((row: { slug: string }) => row.slug === 'gh')
    expect(listed).toMatchObject({ provider: 'github', account: 'acct', path: '/api/webhooks/gh', bindings: 0 })
    expect(listed.secrets).toMatchObject([
      { hint: '…4f2a', validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
      { hint: '…sees', validUntil: null },
    ])
    expect(JSON.stringify(value)).not.toContain(secret)
  })

  test('create with a key that is not this database’s is refused: the product could not read the secret', async () => {
    const args = [
      'source',
      'create',
      '--slug',
      'other-key',
      '--provider',
      'github',
      '--account',
      'a',
      '--secret',
      'a secret',
    ]
    const ran = await ledgerWith({ LEDGER_KEY: Buffer.alloc(32, 'other').toString('base64') }, args)
    expect(ran.exitCode).toBe(1)
    expect(ran.stderr).toContain('another key')
  })
})

describe('event', () => {
  test('show --json prints the six parts, numbers without loss, times in UTC, digests in hex', async () => {
    const { event, operationId } = await arrange.uncertain('shown')
    await arrange.accept(arrange.arrival('shown'))
    await arrange.accept(arrange.arrival('shown', 'other content'))
    const { value, exitCode } = await json('event', 'show', 'demo', 'acct-a', 'shown')
    expect(exitCode).toBe(0)
    expect(Object.keys(value)).toEqual(['event', 'deliveries', 'ledger', 'operations', 'sideEffects', 'conflicts'])
    expect(value.event).toMatchObject({
      id: String(event.id),
      eventId: 'shown',
      state: 'effect_uncertain',
      hold: 'conflict',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      canonicalDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(value.deliveries.map((row: { disposition: string }) => row.disposition)).toEqual([
      'accepted',
      'duplicate',
      'conflict',
    ])
    expect(value.ledger.map((row: { transition: string }) => row.transition)).toEqual([
      'receive',
      'validate',
      'claim',
      'plan',
      'submit',
      'lose',
      'lose',
    ])
    expect(value.operations).toMatchObject([{ id: String(operationId), state: 'uncertain', findings: [] }])
    expect(value.sideEffects).toMatchObject([{ operationId: String(operationId), attempt: 1, outcome: 'lost' }])
    expect(value.conflicts).toMatchObject([{ resolution: null }])
  })

  test('show finds an event whose provider names its own account by the account of its source, and lists where that is ambiguous', async () => {
    const named = (eventId: string, account: string) => {
      const arrival = arrange.arrival(eventId)
      return arrival.identity === null ? arrival : { ...arrival, identity: { ...arrival.identity, account } }
    }
    await arrange.accept(
      named('guid-1', 'installation:1'),
      named('guid-2', 'installation:1'),
      named('guid-2', 'installation:2'),
    )
    expect((await json('event', 'show', 'demo', 'acct-a', 'guid-1')).value.event).toMatchObject({
      account: 'installation:1',
    })
    const ambiguous = await ledger('event', 'show', 'demo', 'acct-a', 'guid-2')
    expect(ambiguous.exitCode).toBe(1)
    expect(ambiguous.stderr).toMatch(/demo installation:1 guid-2\n.*demo installation:2 guid-2/)
    expect((await json('event', 'show', 'demo', 'installation:2', 'guid-2')).exitCode).toBe(0)
    expect((await ledger('event', 'show', 'demo', 'other-account', 'guid-1')).exitCode).toBe(1)
  })

  test('retry acts once, as the person it names, and a second one is told what changed', async () => {
    const eventId = await failed('retried')
    const first = await json('event', 'retry', 'demo', 'acct-a', 'retried', '--reason', 'the destination is back')
    expect(first).toMatchObject({ exitCode: 0, value: { ok: true } })
    const second = await json('event', 'retry', String(eventId), '--reason', 'the destination is back')
    expect(second).toMatchObject({ exitCode: 1, value: { ok: false, code: 'wrong_state' } })
    const { rows } = await database.pool.query('SELECT actor, role, via FROM audit_entry WHERE object_id = $1', [
      String(eventId),
    ])
    expect(rows).toEqual([{ actor: `cli:${userInfo().username}`, role: 'admin', via: 'cli' }])
  })

  test('--as acts with that account’s role; a viewer is refused and a stranger unknown', async () => {
    await ledger('user', 'create', 'vera@example.com', '--role', 'viewer')
    const eventId = await failed('as-viewer')
    const args = ['event', 'retry', String(eventId), '--reason', 'because I can']
    expect(await json(...args, '--as', 'vera@example.com')).toMatchObject({ exitCode: 1, value: { code: 'forbidden' } })
    expect((await ledger(...args, '--as', 'nobody@example.com')).exitCode).toBe(1)
    expect(await arrange.standing(eventId)).toMatchObject({ state: 'failed' })
  })

  test('list filters and pages without gaps', async () => {
    await arrange.accept(...Array.from({ length: 5 }, (_, index) => arrange.arrival(`page-${index}`)))
    const seen: string[] = []
    let after: string[] = []
    do {
      const { value } = await json(
        'event',
        'list',
        '--state',
        'validated',
        '--source',
        'arranged',
        '--limit',
        '2',
        ...after,
      )
      seen.push(...value.events.map((row: { eventId: string }) => row.eventId))
      after = value.next === null ? [] : ['--after', value.next]
    } while (after.length > 0)
    expect(seen.filter((eventId) => eventId.startsWith('page-'))).toEqual([
      'page-4',
      'page-3',
      'page-2',
      'page-1',
      'page-0',
    ])
    expect(new Set(seen).size).toBe(seen.length)
    const { value } = await json('event', 'list', '--held')
    expect(value.events.every((row: { hold: string | null }) => row.hold !== null)).toBe(true)
  })

  test('text from outside cannot steer the terminal', async () => {
    const arrival = arrange.arrival('escape')
    await arrange.accept(
      arrival.identity === null ? arrival : { ...arrival, identity: { ...arrival.identity, type: 'a\u001b[31mb' } },
    )
    const { stdout } = await ledger('event', 'show', 'demo', 'acct-a', 'escape')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('a\uFFFD[31mb')
  })

  test('payload writes the bytes as received', async () => {
    const { stdout } = await ledger('event', 'payload', 'demo', 'acct-a', 'escape')
    expect(stdout).toBe('first')
  })
})

describe('doubt', () => {
  test('conflict list and resolve', async () => {
    await arrange.accept(arrange.arrival('contested'))
    await arrange.accept(arrange.arrival('contested', 'other content'))
    const { value } = await json('conflict', 'list')
    const conflict = value.find((row: { providerEventId: string }) => row.providerEventId === 'contested')
    const resolve = () => json('conflict', 'resolve', conflict.id, 'keep', '--reason', 'the other was a test')
    expect(await resolve()).toMatchObject({ exitCode: 0 })
    expect(await resolve()).toMatchObject({ exitCode: 1, value: { code: 'changed' } })
  })

  test('uncertain list and decide, compared with the seq that was seen', async () => {
    const { operationId } = await arrange.uncertain('doubtful')
    const { value } = await json('uncertain', 'list')
    const listed = value.find((row: { operationId: string }) => row.operationId === String(operationId))
    const decide = (seq: number) =>
      json(
        'uncertain',
        'decide',
        String(operationId),
        'happened',
        '--seq',
        String(seq),
        '--reference',
        'R70',
        '--reason',
        'seen it',
      )
    expect(await decide(listed.seq - 1)).toMatchObject({ exitCode: 1, value: { code: 'changed' } })
    expect(await decide(listed.seq)).toMatchObject({ exitCode: 0 })
    expect((await json('event', 'show', 'demo', 'acct-a', 'doubtful')).value.event.state).toBe('completed')
  })
})

describe('configuration and people', () => {
  test('destination and binding', async () => {
    const url = 'http://127.0.0.1:9/items'
    expect(
      (await ledger('destination', 'create', '--slug', 'items', '--url', url, '--repeat', 'lookup')).exitCode,
    ).toBe(0)
    expect((await json('destination', 'list')).value).toContainEqual(
      expect.objectContaining({ slug: 'items', baseUrl: url }),
    )
    const bind = (action: string) =>
      json('binding', 'create', '--source', 'arranged', '--action', action, '--destination', 'items')
    expect(await bind('no-such-action')).toMatchObject({ exitCode: 1 })
    const bound = await bind('forward-event')
    expect(bound).toMatchObject({ exitCode: 0 })
    expect((await json('binding', 'list')).value).toMatchObject([
      { source: 'arranged', type: '*', action: 'forward-event' },
    ])
    expect((await ledger('binding', 'remove', String(bound.value.bindingId))).exitCode).toBe(0)
  })

  test('user create prints a password once; set-role, disable and enable', async () => {
    const created = await ledger('user', 'create', 'ann@example.com', '--role', 'admin')
    expect(created.stdout).toMatch(/Password, shown only now: \S{24}/)
    expect((await json('user', 'set-role', 'ann@example.com', 'viewer')).value).toMatchObject({
      ok: false,
      code: 'guarded',
    })
    expect((await ledger('user', 'disable', 'vera@example.com')).exitCode).toBe(0)
    expect((await json('user', 'list')).value).toMatchObject([
      { email: 'ann@example.com', role: 'admin', disabledAt: null },
      { email: 'vera@example.com', role: 'viewer', disabledAt: expect.any(String) },
    ])
    expect((await ledger('user', 'enable', 'vera@example.com')).exitCode).toBe(0)
    expect(
      (await ledger('user', 'set-password', 'vera@example.com', '--password', 'a new long password')).exitCode,
    ).toBe(0)
  })
})

describe('report and verify', () => {
  test('report prints the operator report', async () => {
    const { value } = await json('report')
    expect(value.deliveries.observed).toBeGreaterThan(value.distinctEvents)
    expect((await ledger('report', '--source', 'arranged')).stdout).toMatch(/^Deliveries observed +\d+$/m)
  })

  test('verify is clean, and exits with 1 and the list where it is not', async () => {
    expect(await json('verify')).toMatchObject({ exitCode: 0, value: { ok: true, mismatchCount: 0 } })
    const { rows } = await database.pool.query<{ event_id: bigint }>(
      "UPDATE processing SET hold = NULL WHERE hold = 'conflict' RETURNING event_id",
    )
    expect(rows.length).toBeGreaterThan(0)
    const ran = await json('verify')
    expect(ran).toMatchObject({ exitCode: 1, value: { ok: false, mismatchCount: rows.length } })
    expect(ran.value.mismatches[0]).toMatchObject({ kind: 'conflict_hold', eventId: String(rows[0]?.event_id) })
  })
})
