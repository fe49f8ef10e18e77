import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Pool } from '#lib/db/connect.ts'
import { childEnv } from '#lib/env.ts'
import { ROOT } from '#lib/start/project.ts'
import { until } from './until.ts'

/** What the ledger says happened to an event, in order: `claim by worker`, `operation submit by worker` … */
export async function storyOf(pool: Pool, eventId: bigint): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `SELECT CASE entity WHEN 'operation' THEN 'operation ' ELSE '' END || transition || ' by ' || "by" AS line
     FROM ledger_entry WHERE event_id = $1 ORDER BY seq`,
    [eventId],
  )
  return rows.map(({ line }) => line)
}

interface Standing {
  readonly state: string
  readonly fence: number
  readonly looks: number
  readonly worker: string | null
}

export async function standingOf(pool: Pool, eventId: bigint): Promise<Standing> {
  const { rows } = await pool.query<Standing>(
    'SELECT state, fence, looks, worker FROM processing WHERE event_id = $1',
    [eventId],
  )
  if (rows[0] === undefined) throw new Error(`event ${eventId} does not exist`)
  return rows[0]
}

/** Waits until an event stands in a state. */
export async function reaches(pool: Pool, eventId: bigint, state: string, withinMs?: number): Promise<void> {
  await until(
    `event ${eventId} is ${state}`,
    async () => (await standingOf(pool, eventId)).state === state,
    withinMs,
  ).catch(async (error: Error) => {
    const story = await storyOf(pool, eventId)
    throw new Error(`${error.message}\n  ${story.join('\n  ')}`)
  })
}

export async function count(pool: Pool, table: string, where = 'true', values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`, values)
  return rows[0]?.n ?? 0
}

const run = promisify(execFile)

/** `npm run ledger -- verify`, as a person runs it: throws its report unless every state is what the ledger says. */
export async function verify(databaseUrl: string): Promise<{ events: number }> {
  const args = ['lib/cli/main.ts', '--json', 'verify']
  const env = childEnv({ DATABASE_URL: databaseUrl, NODE_ENV: 'production' })
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env })
  const report = JSON.parse(stdout) as { ok: boolean; counts: { events: number | string } }
  if (!report.ok) throw new Error(`the ledger does not agree with the states: ${stdout}`)
  return { events: Number(report.counts.events) }
}
