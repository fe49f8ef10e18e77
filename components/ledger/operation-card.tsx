import { Card } from '#components/ui/card.tsx'
import { DefinitionList } from '#components/ui/definition-list.tsx'
import { inertText } from '#components/ui/inert-text.ts'
import { ShortId } from '#components/ui/short-id.tsx'
import { Instant, Until } from '#components/ui/time.tsx'
import { operationStates } from '#lib/ledger/machine.ts'
import type { EventView } from '#lib/web/queries/find-event.ts'
import type { OperationView, SideEffectView } from '#lib/web/queries/operation-view.ts'
import { destinationWords } from './destination-words.ts'
import classes from './operation-card.module.css'
import { OperationBadge } from './state-badge.tsx'

/** One intended outcome: where, how often tried, under which key, what it is called there, what comes next. */
export function OperationCard({ operation, event }: { readonly operation: OperationView; readonly event: EventView }) {
  const { destination } = operation
  return (
    <Card
      title={`${operation.action} v${operation.version}`}
      id={`operation-${operation.id}`}
      aside={<OperationBadge state={operation.state} />}
    >
      <DefinitionList
        pairs={[
          [
            'Operation',
            <span key="id">
              #{operation.id} · {operationStates[operation.state].meaning}
            </span>,
          ],
          [
            'Destination',
            destination === null
              ? 'this database, in one transaction'
              : `${destination.name} · ${destinationWords(destination)}`,
          ],
          [
            'Request',
            operation.request && (
              <span className="mono">{inertText(`${operation.request.method} ${operation.request.path}`)}</span>
            ),
          ],
          ['Attempts', attemptWords(operation)],
          ['Key', <ShortId key="key" value={operation.key} name="idempotency key" most={44} />],
          ['Reference', operation.reference && <ShortId value={operation.reference} name="reference" most={44} />],
          ['Last problem', operation.lastError && inertText(operation.lastError)],
          ['Next', <NextStep key="next" operation={operation} event={event} />],
        ]}
      />
      {operation.sideEffects.length > 0 && <SideEffects effects={operation.sideEffects} />}
    </Card>
  )
}

/** How often it was sent, and what settled it: its own answer, or evidence found afterwards. */
function attemptWords({ attempts, state, sideEffects }: OperationView): string {
  const answered = sideEffects.some(({ outcome }) => outcome === 'confirmed')
  if (state !== 'confirmed') return `${attempts} sent`
  return `${attempts} sent · confirmed ${answered ? 'by its answer' : 'by evidence found afterwards'}`
}

/** What happens by itself, and when. */
function NextStep({ operation, event }: { readonly operation: OperationView; readonly event: EventView }) {
  if (operation.state === 'uncertain') {
    if (operation.destination?.repeat === 'none' && operation.destination.policy === 'avoid-duplicate') {
      return <>a person decides; nothing is sent again</>
    }
    return (
      <>
        automatic look <Until at={event.nextAttemptAt} /> ({event.looks} so far) · nothing is sent again meanwhile
      </>
    )
  }
  if (operation.state === 'submitted') return <>the answer, or the end of the worker’s lease</>
  if (operation.state === 'planned') {
    if (event.hold !== null) return <>nothing while the event is held</>
    return event.state === 'validated' ? (
      <>
        sent when a worker takes it up, <Until at={event.nextAttemptAt} />
      </>
    ) : (
      <>sent when the event is worked</>
    )
  }
  if (operation.state === 'failed') return <>a person retries, waives or rejects</>
  return <>nothing more</>
}

function SideEffects({ effects }: { readonly effects: readonly SideEffectView[] }) {
  return (
    <section aria-label="Side effects">
      <h3 className={classes.heading}>Side effects</h3>
      <ol className={classes.effects}>
        {effects.map((effect) => (
          <li key={effect.attempt}>
            <strong>Attempt {effect.attempt}</strong> <Instant at={effect.submittedAt} /> by {effect.worker}, fence{' '}
            {effect.fence}
            <span className="dim">
              {' → '}
              {effect.outcome === null ? 'no outcome yet' : effect.outcome.replace('_', ' ')}
              {effect.outcomeAt !== null && (
                <>
                  {' '}
                  <Instant at={effect.outcomeAt} />
                </>
              )}
              {effect.httpStatus !== null && ` · HTTP ${effect.httpStatus}`}
              {effect.reference !== null && ` · reference ${inertText(effect.reference)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
