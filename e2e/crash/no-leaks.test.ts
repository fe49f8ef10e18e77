import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createUser } from '#lib/commands/create-user.ts'
import type { Pool } from '#lib/db/connect.ts'
import { TcpProxy } from '#lib/testing/tcp-proxy.ts'
import { addSource, arranger, configure, usualSlug } from '../stage/configure.ts'
import { reaches } from '../stage/ledger.ts'
import { type Answered, bodyOf, post, signed } from '../stage/sender.ts'
import { signIn } from '../stage/sign-in.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { useScene } from './scene.ts'

/*
 * Everything confidential carries a mark of its own. After a day's worth of good and bad luck, no mark may stand in
 * a log line, an answer, an address, or a table that has no business with it.
 */

const mark = (what: string) => `mark-${what}-${randomBytes(6).toString('hex')}`
const secrets = {
  signing: mark('signing'),
  destination: mark('destination'),
  bearer: mark('bearer'),
  cookie: mark('cookie'),
  adminPassword: mark('password'),
  wrongPassword: mark('guess'),
  masterKey: masterKey.toString('base64'),
}
const payload = mark('payload')

const scene = useScene()

test('what is confidential stands nowhere but where it is kept', async () => {
  const { pool } = scene
  const destination = await scene.destination()
  destination.repeats = true
  await configure(pool, {
    key: masterKey,
    source: { secrets: [secrets.signing] },
    destination: {
      baseUrl: destination.url,
      repeat: 'lookup',
      headers: { authorization: `Bearer ${secrets.destination}` },
    },
  })
  await addSource(pool, masterKey, {
    slug: 'small',
    account: 'acct-small',
    secrets: [secrets.signing],
    bodyLimitBytes: 1024,
  })
  const person = { email: 'admin@example.com', password: secrets.adminPassword }
  const viewer = { email: 'viewer@example.com', password: `${secrets.adminPassword}-2` }
  await createUser(pool, arranger, { ...person, role: 'admin' })
  await createUser(pool, arranger, { ...viewer, role: 'viewer' })

  const target = new URL(scene.databaseUrl)
  const proxy = await TcpProxy.start({ host: target.hostname, port: Number(target.port) })
  scene.ends(() => proxy.close())
  target.port = String(proxy.port)
  const web = await scene.web(target.href)
  const worker = await scene.worker()

  const told: string[] = []
  const tell = ({ text }: Answered) => void told.push(text)
  const send = async (body: Buffer, headers: Record<string, string> = {}, slug = usualSlug) => {
    const all = {
      ...(await signed(body, secrets.signing)),
      authorization: `Bearer ${secrets.bearer}`,
      cookie: `session=${secrets.cookie}`,
      ...headers,
    }
    const answer = await post(`${web.origin}/api/webhooks/${slug}?note=${payload}`, body, all)
    tell(answer)
    return answer
  }

  // What goes well, what is refused, what is rejected, what conflicts.
  const marked = (id: string, type = 'note') => bodyOf({ id, type, subject: 'P11', data: { person: payload } })
  const { event: done } = await send(marked('EV1'))
  await send(marked('EV1'))
  await send(bodyOf({ id: 'EV1', data: { person: `${payload}-2` } }))
  await send(marked('EV2'), await signed(marked('EV2'), `${secrets.signing}-wrong`))
  await send(marked('EV2'), { 'x-demo-signature': payload })
  await send(Buffer.from(`{"id":"${payload}`))
  await send(Buffer.from(`{"id":"${payload}","type":"note","revision":{"a":"${payload}"}}`))
  await send(Buffer.from(JSON.stringify({ id: '', type: payload })))
  await send(Buffer.alloc(2_000, payload), {}, 'small')
  await send(marked('EV2'), { 'content-encoding': 'gzip' })
  await send(marked('EV2'), {}, payload)

  // A database that goes away in the middle of a commit.
  proxy.lose('cut_before_commit', 1)
  expect(await send(marked('EV3'))).toMatchObject({ status: 503 })

  // A destination that says everything back: as a refusal, as a fault, in a success and in a look-up nobody can read.
  const { event: refused } = await answered({ status: 400 }, 'EV4', 'failed')
  const { event: faulty } = await answered({ status: 500 }, 'EV5', 'effect_uncertain')
  const { event: unreadable } = await answered({ status: 200 }, 'EV6', 'effect_uncertain')
  for (const id of ['EV5', 'EV6']) await send(marked(id, 'packet.ready'))
  await until('look-ups have failed', async () => destination.lookUps.length > 1)
  // An action that cannot work with what it is given.
  const { event: broken } = await send(Buffer.from(JSON.stringify({ id: 'EV7', type: 'packet.ready', data: payload })))
  await until('it was tried', async () => (await lastErrorOf(pool, broken)) !== null)

  // People.
  told.push((await signIn(web.origin, { ...person, password: secrets.wrongPassword })).text)
  const { cookie } = await signIn(web.origin, viewer)
  told.push((await signIn(web.origin, person)).text)
  for (const event of [done, refused, faulty, unreadable, broken]) {
    const page = await fetch(`${web.origin}/events/${event}`, { headers: { cookie } })
    expect(page.status).toBe(200)
    told.push(await page.text())
  }

  const lines = [...web.child.lines, ...worker.lines]
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.some((line) => line.includes('the database is away'))).toBe(true)
  for (const [what, value] of Object.entries({ ...secrets, payload, database: target.password })) {
    expect(
      lines.filter((line) => line.includes(value)),
      `log lines with ${what}`,
    ).toEqual([])
    expect(
      told.filter((text) => text.includes(value)),
      `answers and pages with ${what}`,
    ).toEqual([])
  }
  for (const [what, value] of Object.entries(secrets))
    expect(await tablesWith(pool, value), `tables with ${what}`).toEqual([])
  const kept = ['operation_request', 'payload']
  const found = await tablesWith(pool, payload)
  expect(found).toContain('payload')
  expect(found.filter((table) => !kept.includes(table))).toEqual([])

  async function answered(answer: { status: number }, id: string, state: string): Promise<Answered> {
    destination.status = answer.status
    const delivered = await send(marked(id, 'packet.ready'))
    await reaches(pool, delivered.event ?? 0n, state)
    return delivered
  }
})

async function lastErrorOf(pool: Pool, eventId: bigint | null): Promise<string | null> {
  const { rows } = await pool.query<{ last_error: string | null }>(
    'SELECT last_error FROM processing WHERE event_id = $1',
    [eventId],
  )
  return rows[0]?.last_error ?? null
}

/** Every table that holds a text, in whatever column: as text, or as the bytes of it. */
async function tablesWith(pool: Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM "${name}" t WHERE strpos(row_to_json(t)::text, $1) > 0 OR strpos(row_to_json(t)::text, $2) > 0 LIMIT 1`,
      [text, Buffer.from(text).toString('hex')],
    )
    if (rowCount) found.push(name)
  }
  return found
}
