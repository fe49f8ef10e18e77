import type { Verdict } from '#lib/actions/action.ts'
import { describeFailure } from '#lib/actions/describe-failure.ts'
import { type Ask, NoAnswer } from '#lib/destinations/ask.ts'
import type { Destination } from '#lib/destinations/destination.ts'
import { nextLookMs } from '../back-off.ts'
import { type Judgement, type UncertainCase, waitForPerson } from './case.ts'

/** Asks the destination through the action's own look-up. */
export async function judgeByLookup(one: UncertainCase, destination: Destination, ask: Ask): Promise<Judgement> {
  const { operation, action, event } = one
  if (action?.lookup === undefined)
    return waitForPerson(
      `action ${operation.action} version ${operation.version} has no look-up; a person must find out`,
    )
  if (event === undefined || operation.request === null)
    return waitForPerson('the event’s payload has expired, so nothing can be looked up; a person must find out')
  const verdict = await action
    .lookup({ event, key: operation.key, request: operation.request }, ask)
    .catch((error: unknown): Verdict => ({ verdict: 'inconclusive', why: whyNot(error) }))
  return judgeVerdict(verdict, one, destination)
}

function whyNot(error: unknown): string {
  return error instanceof NoAnswer ? error.message : `the look-up failed: ${describeFailure(error)}`
}

function judgeVerdict(verdict: Verdict, one: UncertainCase, destination: Destination): Judgement {
  const againMs = nextLookMs(one.looks, Math.random())
  if (verdict.verdict === 'found') {
    const { reference } = verdict
    const finding = { kind: 'lookup', verdict: 'found', reference } as const
    return { finding, follows: 'confirm', reason: `${destination.slug} has it as ${reference}` }
  }
  if (verdict.verdict === 'inconclusive') {
    const finding = { kind: 'lookup', verdict: 'inconclusive', detail: verdict.why } as const
    return { finding, follows: 'wait', reason: verdict.why, nextLookMs: againMs }
  }
  const finding = { kind: 'lookup', verdict: 'absent' } as const
  if (!destination.absenceIsProof) {
    const reason = `${destination.slug} does not have it, but its answer is not declared to be proof; a person may decide`
    return { finding, follows: 'wait', reason, nextLookMs: againMs }
  }
  const unsettledMs = destination.settleSeconds * 1000 - (one.operation.lastSubmittedAgoMs ?? 0)
  if (unsettledMs > 0) {
    const reason = `${destination.slug} does not have it yet; that counts ${destination.settleSeconds} s after the request`
    return { finding, follows: 'wait', reason, nextLookMs: unsettledMs + 100 }
  }
  return { finding, follows: 'verify_absent', reason: `${destination.slug} does not have it` }
}
