import { run, type Statement, type Tx } from '#lib/db/connect.ts'
import { promptReconciliation } from './prompt-reconciliation.ts'
import { storable } from './storable.ts'

export interface Finding {
  readonly eventId: bigint
  readonly operationId: bigint
  /** The side effect it is about, where it is about one. */
  readonly attempt?: number
  readonly runId?: bigint
  readonly kind: 'lookup' | 'late_answer' | 'decision' | 'policy'
  readonly verdict: 'found' | 'absent' | 'inconclusive' | 'waived' | 'repeatable'
  readonly reference?: string
  readonly detail?: string
  readonly actor: string
}

const insertFindings: Statement = {
  name: 'insert_findings',
  text: `
INSERT INTO reconciliation_finding (event_id, operation_id, attempt, run_id, kind, verdict, reference, detail, actor)
SELECT event_id, operation_id, attempt, run_id, kind, verdict, reference, detail, actor
FROM json_to_recordset($1::json) AS f (
  event_id bigint, operation_id bigint, attempt int, run_id bigint, kind text, verdict text, reference text, detail text, actor text)`,
}

/** Appends evidence; a late answer also prompts a look-up of its event if its effect is uncertain. */
export async function recordFindings(tx: Tx, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return
  const rows = findings.map((finding) => ({
    event_id: String(finding.eventId),
    operation_id: String(finding.operationId),
    attempt: finding.attempt,
    run_id: finding.runId === undefined ? undefined : String(finding.runId),
    kind: finding.kind,
    verdict: finding.verdict,
    reference: finding.reference === undefined ? undefined : storable(finding.reference, 500),
    detail: finding.detail === undefined ? undefined : storable(finding.detail, 2000),
    actor: finding.actor,
  }))
  await run(tx, insertFindings, [JSON.stringify(rows)])
  const late = findings.filter((finding) => finding.kind === 'late_answer').map((finding) => finding.eventId)
  if (late.length > 0) await promptReconciliation(tx, late)
}
