import { transaction } from '#lib/db/connect.ts'
import { applyEvidence, type Evidence } from '#lib/ledger/apply-evidence.ts'
import { findUncertain, type UncertainEvent } from '#lib/ledger/find-uncertain.ts'
import { type LoadedOperation, loadOperations } from '#lib/ledger/load-operations.ts'
import { postponeLooks } from '#lib/ledger/postpone-looks.ts'
import { settleOrResume } from '#lib/ledger/settle-or-resume.ts'
import type { WorkerContext } from '../context.ts'
import { Slots } from '../slots.ts'
import type { Judgement, UncertainCase } from './case.ts'
import { judgeOperation } from './judge-operation.ts'
import { loadLateAnswers } from './late-answers.ts'
import { loadEventFacts } from './load-event-facts.ts'
import { beginRun, finishRun } from './record-run.ts'

const limit = 50
/** Longer than the longest exchange (120 s): a reconciler that dies loses this look, and the next comes then. */
const reserveSeconds = 180
const looksAtOnce = 8

type Context = Pick<WorkerContext, 'pool' | 'name' | 'log' | 'knowledge' | 'connections' | 'settings'>

/** One round: looks at the uncertain events that are due and applies what was found. Returns how many were due. */
export async function reconcileDue(context: Context): Promise<number> {
  const { pool, name } = context
  const due = await transaction(pool, (tx) => findUncertain(tx, { limit, reserveSeconds }))
  if (due.length === 0) return 0
  const cases = await casesOf(context, due)
  const judged = await judgeAll(context, cases)
  const silent = judged.filter(isSilent)
  const spoken = judged.filter((one) => !isSilent(one))
  const runId = spoken.length === 0 ? undefined : await beginRun(pool, name, spoken.length)
  await transaction(pool, async (tx) => {
    const mover = { by: 'reconciler', actor: name } as const
    const landed = await applyEvidence(
      tx,
      spoken.map((one) => evidenceOf(one, runId)),
      mover,
    )
    await settleOrResume(tx, nothingOpen(due, cases), mover)
    await postponeLooks(tx, delaysOf(silent, spoken))
    const settled = landed.filter(
      (outcome, index) => outcome === 'applied' && spoken[index]?.judgement.follows !== 'wait',
    )
    if (runId !== undefined) await finishRun(tx, runId, spoken.length, settled.length)
  })
  for (const { of, judgement } of spoken)
    context.log.info(
      { event: of.operation.eventId, operation: of.operation.id, follows: judgement.follows },
      judgement.reason,
    )
  return due.length
}

interface Judged {
  readonly of: UncertainCase
  readonly judgement: Judgement
}

/** A person is waited for, which was recorded at the first look: once more would say nothing new. */
function isSilent({ of, judgement }: Judged): boolean {
  return judgement.finding.kind === 'policy' && judgement.follows === 'wait' && of.looks > 1
}

/** Where another operation of the event has something to wait for, that one says when. */
function delaysOf(silent: readonly Judged[], spoken: readonly Judged[]): Map<bigint, number> {
  const busy = new Set(spoken.map(({ of }) => of.operation.eventId))
  return new Map(
    silent
      .map(({ of, judgement }) => [of.operation.eventId, judgement.nextLookMs ?? 0] as const)
      .filter(([eventId]) => !busy.has(eventId)),
  )
}

async function casesOf(
  { pool, knowledge, settings }: Context,
  due: readonly UncertainEvent[],
): Promise<UncertainCase[]> {
  const ids = due.map(({ eventId }) => eventId)
  const looks = new Map(due.map((event) => [event.eventId, event.looks]))
  const operations = (await loadOperations(pool, ids)).filter(({ state }) => state === 'uncertain')
  const [facts, late] = await Promise.all([
    loadEventFacts(pool, ids),
    loadLateAnswers(
      pool,
      operations.map(({ id }) => id),
    ),
  ])
  const lateOf = Map.groupBy(late, (answer) => answer.operationId)
  const actionOf = ({ action, version }: LoadedOperation) => {
    const found = knowledge.registry.find(action, version)
    return found?.kind === 'http' ? found : undefined
  }
  return operations.map((operation) => ({
    operation,
    looks: looks.get(operation.eventId) ?? 1,
    event: facts.get(operation.eventId),
    destination: knowledge.configuration.destinations.get(operation.destinationId ?? -1),
    action: actionOf(operation),
    lateAnswers: lateOf.get(operation.id) ?? [],
    attemptsMax: settings.attemptsMax,
  }))
}

async function judgeAll({ connections }: Context, cases: readonly UncertainCase[]): Promise<Judged[]> {
  const slots = new Slots(looksAtOnce)
  return Promise.all(
    cases.map(async (of) => {
      await slots.take()
      try {
        return { of, judgement: await judgeOperation(of, connections) }
      } finally {
        slots.give()
      }
    }),
  )
}

function evidenceOf({ of, judgement }: Judged, runId: bigint | undefined): Evidence {
  const { id: operationId, eventId, seq: expectedSeq } = of.operation
  return { ...judgement, eventId, operationId, expectedSeq, finding: { ...judgement.finding, runId } }
}

/** Events all of whose operations were decided meanwhile: they only have to be led on. */
function nothingOpen(due: readonly UncertainEvent[], cases: readonly UncertainCase[]): bigint[] {
  const open = new Set(cases.map(({ operation }) => operation.eventId))
  return due.map(({ eventId }) => eventId).filter((eventId) => !open.has(eventId))
}
