import type { Judgement, UncertainCase } from './case.ts'

/**
 * What a worker without a claim learned still counts as evidence. That an attempt did act settles the operation; that
 * one did not settles it only if it was the last, and no earlier one may have acted.
 */
export function judgeLateAnswer({ operation, lateAnswers }: UncertainCase): Judgement | null {
  const found = lateAnswers.find((answer) => answer.verdict === 'found')
  if (found) {
    const reason = `the answer to attempt ${found.attempt} came late: it was confirmed`
    const finding = { kind: 'late_answer', verdict: 'found', reference: found.reference ?? undefined } as const
    return { finding: { ...finding, attempt: found.attempt ?? undefined }, follows: 'confirm', reason }
  }
  const absent = lateAnswers.find(({ verdict, attempt }) => verdict === 'absent' && attempt === operation.attempts)
  if (absent === undefined || operation.doubted) return null
  const reason = `the answer to attempt ${absent.attempt} came late: the destination did not act`
  return {
    finding: { kind: 'late_answer', verdict: 'absent', attempt: operation.attempts },
    follows: 'verify_absent',
    reason,
  }
}
