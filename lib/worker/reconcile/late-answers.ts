import { type Pool, run, type Statement } from '#lib/db/connect.ts'

/** What a worker learned after it had lost its claim. */
export interface LateAnswer {
  readonly operationId: bigint
  readonly attempt: number | null
  readonly verdict: 'found' | 'absent' | 'inconclusive'
  readonly reference: string | null
}

const load: Statement = {
  name: 'load_late_answers',
  text: `
SELECT operation_id, attempt, verdict, reference FROM reconciliation_finding
WHERE operation_id = ANY ($1::bigint[]) AND kind = 'late_answer'
ORDER BY id`,
}

export async function loadLateAnswers(pool: Pool, operationIds: readonly bigint[]): Promise<LateAnswer[]> {
  const rows = await run<{
    operation_id: bigint
    attempt: number | null
    verdict: LateAnswer['verdict']
    reference: string | null
  }>(pool, load, [operationIds])
  return rows.map((row) => ({
    operationId: row.operation_id,
    attempt: row.attempt,
    verdict: row.verdict,
    reference: row.reference,
  }))
}
