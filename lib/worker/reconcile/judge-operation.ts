import { askAt } from '#lib/destinations/ask.ts'
import type { Connections } from '#lib/destinations/connections.ts'
import { nextLookMs } from '../back-off.ts'
import { type Judgement, type UncertainCase, waitForPerson } from './case.ts'
import { judgeByLookup } from './judge-by-lookup.ts'
import { judgeByKey, judgeByPolicy } from './judge-by-repeating.ts'
import { judgeLateAnswer } from './judge-late-answer.ts'

/** One look at an uncertain operation: what is known already first, then what its destination declares. */
export async function judgeOperation(one: UncertainCase, connections: Connections): Promise<Judgement> {
  const late = judgeLateAnswer(one)
  if (late !== null) return late
  const { destination } = one
  if (destination === undefined) return waitForPerson('its destination is not known any more; a person must find out')
  if (destination.problem !== null) {
    const reason = destination.problem
    const finding = { kind: 'policy', verdict: 'inconclusive', detail: reason } as const
    return { finding, follows: 'wait', reason, nextLookMs: nextLookMs(one.looks, Math.random()) }
  }
  if (destination.repeat === 'lookup') return judgeByLookup(one, destination, askAt(connections, destination))
  return destination.repeat === 'idempotency-key' ? judgeByKey(one, destination) : judgeByPolicy(one, destination)
}
