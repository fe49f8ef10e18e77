import type { Destination } from '#lib/destinations/destination.ts'
import { type Judgement, type UncertainCase, waitForPerson } from './case.ts'

/** The repetition has to arrive while the key is still known. */
const marginOf = ({ keyRetentionSeconds, timeoutMs }: Destination) => Math.min(timeoutMs * 2, keyRetentionSeconds * 100)

/** Where the same key and body may be sent again, that is how the outcome is found out. */
export function judgeByKey({ operation }: UncertainCase, destination: Destination): Judgement {
  const { slug, keyRetentionSeconds } = destination
  const leftMs = keyRetentionSeconds * 1000 - (operation.firstSubmittedAgoMs ?? 0) - marginOf(destination)
  if (leftMs <= 0) {
    return waitForPerson(
      `${slug} remembers a key for ${keyRetentionSeconds} s, which have passed since the first attempt: sending it again could act twice; a person must find out`,
    )
  }
  const reason = `${slug} recognises the key, so the same request may be sent again`
  return { finding: { kind: 'policy', verdict: 'repeatable', detail: reason }, follows: 'repeat', reason }
}

/** Where nothing can be repeated safely or asked, people have said what is worse. */
export function judgeByPolicy({ operation, attemptsMax }: UncertainCase, { slug, policy }: Destination): Judgement {
  if (policy === 'avoid-duplicate')
    return waitForPerson(`${slug} can be neither asked nor sent the same twice; a person must find out what happened`)
  if (operation.attempts >= attemptsMax)
    return waitForPerson(
      `it was sent ${operation.attempts} times without a clear answer, possibly acting more than once; a person must find out`,
    )
  const reason = `${slug} is declared to be sent again rather than missed; this may have acted already and act twice`
  return { finding: { kind: 'policy', verdict: 'repeatable', detail: reason }, follows: 'repeat', reason }
}
