import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { Arrange } from '#lib/testing/arrange-ledger.ts'
import { useDatabase } from '#lib/testing/database.ts'
import { backlogCap, readReport } from './read-report.ts'

const database = useDatabase()
let arrange: Arrange

beforeAll(async () => {
  arrange = await new Arrange(database.pool).configuration()
})

test('an empty ledger reports nothing, and no rate of nothing', async () => {
  const report = await readReport(database.pool)
  expect(report).toMatchObject({
    deliveries: { observed: 0 },
    distinctEvents: 0,
    oldestPendingSeconds: null,
    duplicateRate: null,
  })
})

test('deliveries and completed work are counted apart, folded or not', async () => {
  const event = await arrange.claimed('done')
  const operationId = await arrange.begun(event)
  await arrange.conclude(event, operationId, { kind: 'confirmed', reference: 'R1' })
  await arrange.end(event, { kind: 'complete' })
  await arrange.accept(arrange.arrival('done'), arrange.arrival('done'))
  const { event: unsure } = await arrange.uncertain('unsure')
  await arrange.accept(arrange.arrival('unsure', 'other content'), arrange.arrival('waits'), arrange.arrival('parked'))
  for (const claimed of await arrange.claim()) {
    const parked = claimed.eventId === 'parked'
    await arrange.end(claimed, {
      kind: 'release',
      reason: 'later',
      delayMs: parked ? 0 : 60_000,
      ...(parked ? { hold: 'no_action' as const } : {}),
    })
  }
  await database.pool.query(
    `INSERT INTO rollup_delta (source_id, metric, count) VALUES (0, 'delivery.refused.signature_mismatch', 7), (0, 'delivery.refused.timestamp_stale', 2)`,
  )
  const before = await readReport(database.pool)
  expect(before).toMatchObject({
    deliveries: { observed: 16, byDisposition: { accepted: 4, duplicate: 2, conflict: 1, refused: 9 } },
    distinctEvents: 4,
    eventsByState: { completed: 1, effect_uncertain: 1, validated: 2, claimed: 0 },
    effectsConfirmed: 1,
    uncertain: 1,
    failedBacklog: 0,
    retriesWaiting: { count: 1, capped: false },
    held: { conflict: { count: 1 }, no_action: { count: 1 } },
    duplicateRate: 2 / 7,
    refusedByReason: { signature_mismatch: 7, timestamp_stale: 2 },
  })
  expect(before.oldestPendingSeconds).toBeGreaterThan(0)
  expect((await arrange.standing(unsure.id)).hold).toBe('conflict')

  await database.pool.query(`
    WITH folded AS (DELETE FROM rollup_delta RETURNING source_id, metric, count)
    INSERT INTO rollup (bucket, source_id, metric, count)
    SELECT '1970-01-01T00:00:00Z', source_id, metric, sum(count) FROM folded GROUP BY 2, 3`)
  const { at: _, oldestPendingSeconds: __, ...folded } = await readReport(database.pool)
  expect(before).toMatchObject(folded)
})

test('of one source counts that source alone', async () => {
  expect(await readReport(database.pool, { sourceId: arrange.sourceId })).toMatchObject({
    refused: 0,
    distinctEvents: 4,
  })
  expect(await readReport(database.pool, { sourceId: 999 })).toMatchObject({
    deliveries: { observed: 0 },
    oldestPendingSeconds: null,
  })
})

test('stops counting waiting rows at its cap and says so', async () => {
  const address = new URL(inject('superuserUrl'))
  address.pathname = new URL(database.url).pathname
  const superuser = new pg.Client({ connectionString: address.href })
  await superuser.connect()
  try {
    // Rows without their events: only their number matters here.
    await superuser.query('SET session_replication_role = replica')
    await superuser.query(
      `INSERT INTO processing (event_id, source_id, state, seq, state_seq, hold, next_attempt_at)
       SELECT 1000000 + n, 999, 'validated', 2, 2, CASE WHEN n % 2 = 0 THEN 'no_action' END, now() + interval '1 hour'
       FROM generate_series(1, $1::int * 2 + 2) n`,
      [backlogCap],
    )
  } finally {
    await superuser.end()
  }
  expect(await readReport(database.pool)).toMatchObject({
    retriesWaiting: { count: backlogCap, capped: true },
    held: { no_action: { count: backlogCap, capped: true }, conflict: { count: 1, capped: false } },
  })
})
