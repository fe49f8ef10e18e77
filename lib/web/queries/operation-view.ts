import type { Prisma, ReconciliationFinding } from '#lib/generated/prisma/client.ts'
import type { OperationState, Outcome } from '#lib/ledger/machine.ts'
import type { Finding } from '#lib/ledger/record-findings.ts'

export interface DestinationFacts {
  readonly slug: string
  readonly name: string
  readonly repeat: string
  readonly keyHeader: string
  readonly keyRetentionSeconds: number
  readonly absenceIsProof: boolean
  readonly settleSeconds: number
  readonly policy: string
  readonly timeoutMs: number
}

export interface SideEffectView {
  readonly operationId: string
  readonly attempt: number
  readonly fence: number
  readonly worker: string
  readonly idempotencyKey: string
  readonly submittedAt: string
  /** Null while the request may be on its way. */
  readonly outcome: Outcome | null
  readonly outcomeAt: string | null
  readonly httpStatus: number | null
  readonly reference: string | null
  readonly detail: string | null
}

export interface OperationView {
  readonly id: string
  readonly action: string
  readonly version: number
  readonly key: string
  readonly state: OperationState
  /** What a person's decision is compared with. */
  readonly seq: number
  readonly attempts: number
  readonly reference: string | null
  readonly lastError: string | null
  readonly stateSince: string
  readonly destination: DestinationFacts | null
  readonly request: { readonly method: string; readonly path: string } | null
  readonly sideEffects: readonly SideEffectView[]
}

export interface FindingView {
  readonly id: string
  readonly operationId: string
  readonly attempt: number | null
  readonly kind: Finding['kind']
  readonly verdict: Finding['verdict']
  readonly reference: string | null
  readonly detail: string | null
  readonly actor: string
  readonly at: string
}

export const operationFields = {
  id: true,
  action: true,
  version: true,
  key: true,
  state: true,
  seq: true,
  attempts: true,
  reference: true,
  lastError: true,
  stateSince: true,
  destination: {
    select: {
      slug: true,
      name: true,
      repeat: true,
      keyHeader: true,
      keyRetentionSeconds: true,
      absenceIsProof: true,
      settleSeconds: true,
      policy: true,
      timeoutMs: true,
    },
  },
  request: { select: { method: true, path: true } },
  sideEffects: { orderBy: { attempt: 'desc' }, take: 50 },
} satisfies Prisma.OperationSelect

type OperationRow = Prisma.OperationGetPayload<{ select: typeof operationFields }>

export function toOperation(row: OperationRow): OperationView {
  return {
    id: String(row.id),
    action: row.action,
    version: row.version,
    key: row.key,
    state: row.state as OperationState,
    seq: row.seq,
    attempts: row.attempts,
    reference: row.reference,
    lastError: row.lastError,
    stateSince: row.stateSince.toISOString(),
    destination: row.destination,
    request: row.request,
    sideEffects: row.sideEffects.map(toSideEffect).reverse(),
  }
}

function toSideEffect(row: OperationRow['sideEffects'][number]): SideEffectView {
  return {
    operationId: String(row.operationId),
    attempt: row.attempt,
    fence: row.fence,
    worker: row.worker,
    idempotencyKey: row.idempotencyKey,
    submittedAt: row.submittedAt.toISOString(),
    outcome: row.outcome as Outcome | null,
    outcomeAt: row.outcomeAt?.toISOString() ?? null,
    httpStatus: row.httpStatus,
    reference: row.reference,
    detail: row.detail,
  }
}

export function toFinding(row: ReconciliationFinding): FindingView {
  return {
    id: String(row.id),
    operationId: String(row.operationId),
    attempt: row.attempt,
    kind: row.kind as Finding['kind'],
    verdict: row.verdict as Finding['verdict'],
    reference: row.reference,
    detail: row.detail,
    actor: row.actor,
    at: row.at.toISOString(),
  }
}
