import { describe, expect, test } from 'vitest'
import type { CreateDestinationInput } from '#lib/commands/create-destination.ts'
import { decideOperation } from '#lib/commands/decide-operation.ts'
import { arranger, configure } from '../stage/configure.ts'
import type { Destination } from '../stage/destination.ts'
import { count, reaches, standingOf, storyOf, verify } from '../stage/ledger.ts'
import { deliver } from '../stage/sender.ts'
import { until } from '../stage/until.ts'
import { masterKey } from './child.ts'
import { useScene } from './scene.ts'

/*
 * A worker dies by SIGKILL where it hurts most; a fresh one takes over. What the ledger says afterwards is compared
 * whole: which of the two paths (reclaim, lose) was taken, by whom, and what followed.
 */

const accepted = ['receive by inbox', 'validate by inbox']
const begun = ['claim by worker', 'operation plan by worker', 'operation submit by worker']
const again = ['claim by worker', 'operation submit by worker']
const finished = ['operation confirm by worker', 'complete by worker']
const lost = ['operation lose by reaper', 'lose by reaper']
const reclaimed = 'reclaim by reaper'

/** What somebody who can be neither asked nor repeated needs: a person who went and looked. */
type Decision = { decision: 'happened'; reference: string } | { decision: 'did_not_happen' }

interface Outcome {
  /** Ledger entries after the death. */
  readonly after: readonly string[]
  readonly decision?: Decision
  /** Consequential requests the destination has seen in the end. */
  readonly attempts: number
  readonly made?: number
}

const repeats: Record<string, Pick<CreateDestinationInput, 'repeat' | 'policy'> & { type: string }> = {
  'can be looked up': { repeat: 'lookup', type: 'packet.ready' },
  'honours keys': { repeat: 'idempotency-key', type: 'note' },
  'can be neither asked nor repeated': { repeat: 'none', type: 'note' },
  'may be repeated by policy': { repeat: 'none', policy: 'avoid-omission', type: 'note' },
}
const reclaim: Outcome = { after: [reclaimed, ...begun, ...finished], attempts: 1 }
const skip: Outcome = { after: [reclaimed, 'claim by worker', 'complete by worker'], attempts: 1 }
const repeat = [...lost, 'operation repeat by reconciler', 'resume by reconciler', ...again, ...finished]

interface Death {
  readonly title: string
  readonly point: 'after_claim' | 'after_intent' | 'after_effect' | 'after_outcome'
  /** Ledger entries at the moment of death. */
  readonly before: readonly string[]
  readonly made: number
  readonly outcomes: Readonly<Record<string, Outcome>>
}

const deaths: readonly Death[] = [
  {
    title: 'after the claim',
    point: 'after_claim',
    before: [...accepted, 'claim by worker'],
    made: 0,
    outcomes: {
      'can be looked up': reclaim,
      'honours keys': reclaim,
      'can be neither asked nor repeated': reclaim,
    },
  },
  {
    title: 'after the intent, before sending',
    point: 'after_intent',
    before: [...accepted, ...begun],
    made: 0,
    outcomes: {
      'can be looked up': {
        after: [...lost, 'operation verify_absent by reconciler', 'resume by reconciler', ...again, ...finished],
        attempts: 1,
      },
      'honours keys': { after: repeat, attempts: 1 },
      'can be neither asked nor repeated': {
        after: [...lost, 'operation verify_absent by operator', 'resume by operator', ...again, ...finished],
        decision: { decision: 'did_not_happen' },
        attempts: 1,
      },
    },
  },
  {
    title: 'after the destination accepted, before the outcome is stored',
    point: 'after_effect',
    before: [...accepted, ...begun],
    made: 1,
    outcomes: {
      'can be looked up': {
        after: [...lost, 'operation confirm by reconciler', 'settle by reconciler'],
        attempts: 1,
      },
      'honours keys': { after: repeat, attempts: 2 },
      'can be neither asked nor repeated': {
        after: [...lost, 'operation confirm by operator', 'settle by operator'],
        decision: { decision: 'happened', reference: 'R1' },
        attempts: 1,
      },
      'may be repeated by policy': { after: repeat, attempts: 2, made: 2 },
    },
  },
  {
    title: 'after the outcome, before completion',
    point: 'after_outcome',
    before: [...accepted, ...begun, 'operation confirm by worker'],
    made: 1,
    outcomes: { 'can be looked up': skip, 'honours keys': skip, 'can be neither asked nor repeated': skip },
  },
]

const cases = deaths.flatMap(({ outcomes, ...death }) =>
  Object.entries(outcomes).map(([kind, outcome]) => ({ ...death, kind, outcome })),
)

describe.concurrent.each(cases)(
  'a worker killed $title, where the destination $kind',
  ({ point, before, made, kind, outcome }) => {
    const scene = useScene()

    test('is followed up by the right path, with one effect', async () => {
      const { pool } = scene
      const { type, ...declared } = repeats[kind] ?? expect.fail(kind)
      const event = { id: 'EV1', type, subject: 'P11' }
      const destination = await scene.destination({ honoursKeys: declared.repeat === 'idempotency-key' })
      const door = await scene.listener()
      await configure(pool, { key: masterKey, destination: { baseUrl: destination.url, ...declared } })
      const { event: eventId } = await deliver(door.origin, event)
      if (eventId === null) throw new Error('the event was not accepted')

      const doomed = await scene.worker({ point: `${point}:kill` })
      expect(await doomed.exited).toBe('it was ended by SIGKILL')
      expect(await storyOf(pool, eventId)).toEqual(before)
      expect(destination.made).toHaveLength(made)

      await scene.worker()
      if (outcome.after.includes('lose by reaper')) {
        await reaches(pool, eventId, 'effect_uncertain')
        // As providers do: a delivery that comes again prompts the look.
        expect(await deliver(door.origin, event)).toMatchObject({ status: 200, disposition: 'duplicate' })
      }
      if (outcome.decision) await decideAfterALook(eventId, destination, outcome.decision)
      await reaches(pool, eventId, 'completed')

      expect(await storyOf(pool, eventId)).toEqual([...before, ...outcome.after])
      expect(destination.attempts).toHaveLength(outcome.attempts)
      expect(new Set(destination.attempts.map(({ key, bodyDigest }) => `${key} ${bodyDigest}`)).size).toBe(1)
      expect(destination.made).toHaveLength(outcome.made ?? 1)
      expect(await count(pool, 'operation', `event_id = $1 AND state <> 'confirmed'`, [eventId])).toBe(0)
      expect(await verify(scene.databaseUrl)).toEqual({ events: 1 })
    })

    /** Nothing is sent and nothing moves until a person decides. */
    async function decideAfterALook(eventId: bigint, destination: Destination, decision: Decision) {
      const { pool } = scene
      await until('the reconciler has looked', async () => (await standingOf(pool, eventId)).looks > 0)
      await until('it has said why it waits', () => count(pool, 'reconciliation_finding', 'event_id = $1', [eventId]))
      expect((await standingOf(pool, eventId)).state).toBe('effect_uncertain')
      expect(destination.made).toHaveLength(made)
      const { rows } = await pool.query<{ id: bigint; seq: number }>(
        'SELECT id, seq FROM operation WHERE event_id = $1',
        [eventId],
      )
      const [operation] = rows
      if (operation === undefined) throw new Error('no operation was planned')
      const seen = { eventId, operationId: operation.id, expectedSeq: operation.seq }
      expect(
        await decideOperation(pool, arranger, { ...seen, ...decision, reason: 'I looked there myself' }),
      ).toMatchObject({
        ok: true,
      })
    }
  },
)
