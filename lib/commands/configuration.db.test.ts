import { describe, expect, test } from 'vitest'
import type { Person } from '#lib/ledger/record-audit.ts'
import { open } from '#lib/secrets.ts'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { bindAction } from './bind-action.ts'
import { createDestination } from './create-destination.ts'
import { type CreateSourceInput, createSource } from './create-source.ts'
import { rotateSecret } from './rotate-secret.ts'
import { unbindAction } from './unbind-action.ts'

const database = useDatabase()
const admin: Person = { userId: null, email: 'ann@example.com', role: 'admin', via: 'web' }
const key = Buffer.alloc(32, 'k')
const secret = 'a-long-enough-secret-of-4f2a'

const source = (changes: Partial<CreateSourceInput> = {}) =>
  createSource(
    database.pool,
    admin,
    { slug: 'gh', provider: 'github', account: 'acct', secrets: [secret], ...changes },
    key,
  )

const secretsOf = async (slug: string) =>
  (
    await database.pool.query<{ ciphertext: Buffer; hint: string; valid_until: Date | null }>(
      'SELECT ciphertext, hint, valid_until FROM source_secret c JOIN source s ON s.id = c.source_id WHERE s.slug = $1 ORDER BY c.id',
      [slug],
    )
  ).rows

const auditText = async () =>
  JSON.stringify((await database.pool.query('SELECT * FROM audit_entry')).rows, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )

describe('creating a source', () => {
  test('stores its secret sealed, with its last characters as hint, and audits it without the secret', async () => {
    expect(await source()).toMatchObject({ ok: true, slug: 'gh', path: '/api/webhooks/gh' })
    const [stored] = await secretsOf('gh')
    expect(stored?.hint).toBe('…4f2a')
    expect(stored?.ciphertext.includes(secret)).toBe(false)
    expect(open(key, stored?.ciphertext ?? Buffer.of())).toBe(secret)
    expect(await auditText()).toContain('"createSource"')
    expect(await auditText()).not.toContain(secret)
  })

  test('tells nothing of a short secret', async () => {
    expect(await source({ slug: 'short', secrets: ['hunter2'] })).toMatchObject({ ok: true })
    expect((await secretsOf('short'))[0]?.hint).toBe('…')
  })

  test.each([
    ['a slug that is taken', { slug: 'gh' }, 'exists already'],
    ['a slug that is no slug', { slug: 'Not A Slug' }, 'slug must have'],
    ['an unknown provider', { slug: 'b', provider: 'nobody' }, 'Known are stripe, github'],
    ['no secret', { slug: 'b', secrets: [] }, 'at least one signing secret'],
    ['a secret with a line break at its end', { slug: 'b', secrets: ['abc\n'] }, 'white space or a line break'],
    [
      'settings that do not fit',
      { slug: 'b', provider: 'generic-hmac', config: { header: 'Not A Header' } },
      'header must be',
    ],
    ['a status that is none', { slug: 'b', conflictStatus: 500 }, 'conflictStatus'],
  ] as const)('is refused with %s, in words, and nothing is stored', async (_, changes, words) => {
    const outcome = await source(changes as Partial<CreateSourceInput>)
    expect(outcome).toMatchObject({ ok: false, code: 'invalid' })
    expect(outcome.message).toContain(words)
    expect((await database.pool.query("SELECT 1 FROM source WHERE slug = 'b'")).rowCount).toBe(0)
  })
})

describe('rotating a secret', () => {
  test('lets the old one stay valid for the overlap, and a second rotation never prolongs it', async () => {
    await source({ slug: 'rotated' })
    const first = await rotateSecret(
      database.pool,
      admin,
      { slug: 'rotated', secret: 'second-secret-of-source', overlapHours: 2 },
      key,
    )
    expect(first).toMatchObject({ ok: true })
    const [old, fresh] = await secretsOf('rotated')
    const hours = ((old?.valid_until?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1.9)
    expect(hours).toBeLessThan(2.1)
    expect(fresh?.valid_until).toBeNull()
    await rotateSecret(database.pool, admin, { slug: 'rotated', secret: 'third-secret-of-the-source' }, key)
    expect((await secretsOf('rotated'))[0]?.valid_until).toEqual(old?.valid_until)
  })

  test('with no overlap ends the old one at once', async () => {
    await source({ slug: 'at-once' })
    await rotateSecret(
      database.pool,
      admin,
      { slug: 'at-once', secret: 'second-secret-of-source', overlapHours: 0 },
      key,
    )
    const { rows } = await database.pool.query<{ valid: boolean }>(
      "SELECT valid_until IS NULL OR valid_until > clock_timestamp() AS valid FROM source_secret c JOIN source s ON s.id = c.source_id WHERE slug = 'at-once' ORDER BY c.id",
    )
    expect(rows.map((row) => row.valid)).toEqual([false, true])
  })

  test('refuses a secret that is active already, and a source that is not there', async () => {
    await source({ slug: 'same' })
    expect(await rotateSecret(database.pool, admin, { slug: 'same', secret }, key)).toMatchObject({ code: 'invalid' })
    expect(await rotateSecret(database.pool, admin, { slug: 'none', secret }, key)).toMatchObject({ code: 'not_found' })
    expect(await secretsOf('same')).toHaveLength(1)
  })
})

describe('creating a destination', () => {
  test('stores its headers sealed and audits their names alone', async () => {
    const outcome = await createDestination(
      database.pool,
      admin,
      {
        slug: 'tickets',
        baseUrl: 'https://tickets.example.com/api',
        repeat: 'idempotency-key',
        headers: { Authorization: 'Bearer very-secret' },
      },
      key,
    )
    expect(outcome).toMatchObject({ ok: true })
    const { rows } = await database.pool.query<{ headers_ciphertext: Buffer }>(
      "SELECT headers_ciphertext FROM destination WHERE slug = 'tickets'",
    )
    expect(JSON.parse(open(key, rows[0]?.headers_ciphertext ?? Buffer.of()))).toEqual({
      Authorization: 'Bearer very-secret',
    })
    expect(await auditText()).toContain('Authorization')
    expect(await auditText()).not.toContain('very-secret')
  })

  test.each(['ftp://example.com', 'https://user:pass@example.com', 'https://example.com/?token=1', 'nonsense'])(
    'refuses the address %s',
    async (baseUrl) => {
      const outcome = await createDestination(database.pool, admin, { slug: 'bad', baseUrl, repeat: 'none' }, key)
      expect(outcome).toMatchObject({ ok: false, code: 'invalid' })
    },
  )
})

describe('binding an action', () => {
  test('makes the events due that waited for one, of that type alone, and not those in conflict', async () => {
    const arrange = await new Arrange(database.pool).configuration()
    const held = async (eventId: string) => {
      const event = await arrange.claimed(eventId)
      await arrange.end(event, { kind: 'release', reason: 'no action', delayMs: 0, hold: 'no_action' })
      return event.id
    }
    const waiting = await held('waits')
    const contested = await held('contested')
    await arrange.accept(arrange.arrival('contested', 'other content'))
    await database.pool.query("UPDATE processing SET hold = 'no_action' WHERE event_id = $1", [contested])

    const other = { source: 'arranged', type: 'other.type', action: 'forward', destination: 'arranged' }
    expect(await bindAction(database.pool, admin, other)).toMatchObject({ ok: true, released: 0 })
    expect(await arrange.standing(waiting)).toMatchObject({ hold: 'no_action' })
    expect(await bindAction(database.pool, admin, { ...other, type: 'packet.ready' })).toMatchObject({
      ok: true,
      released: 2,
    })
    expect(await arrange.standing(waiting)).toMatchObject({ state: 'validated', hold: null })
    expect(await arrange.standing(contested)).toMatchObject({ hold: 'conflict' })
  })

  test('twice is refused, and removing it twice too', async () => {
    const binding = { source: 'arranged', action: 'once', destination: 'arranged' }
    const outcome = await bindAction(database.pool, admin, binding)
    if (!outcome.ok) throw new Error(outcome.message)
    expect(await bindAction(database.pool, admin, binding)).toMatchObject({ ok: false, code: 'invalid' })
    expect(await unbindAction(database.pool, admin, { bindingId: outcome.bindingId })).toMatchObject({ ok: true })
    expect(await unbindAction(database.pool, admin, { bindingId: outcome.bindingId })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
  })

  test('tells the other processes after it is durable', async () => {
    const listener = await database.pool.connect()
    try {
      await listener.query('LISTEN ledger_changed')
      const told = new Promise<string>((resolve) => listener.once('notification', ({ channel }) => resolve(channel)))
      await bindAction(database.pool, admin, { source: 'arranged', action: 'told', destination: 'arranged' })
      expect(await told).toBe('ledger_changed')
    } finally {
      listener.release(true)
    }
  })
})
