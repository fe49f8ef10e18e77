import {
  type EventState,
  eventStates,
  type Hold,
  holds,
  type OperationState,
  operationStates,
} from '#lib/ledger/machine.ts'
import classes from './state-badge.module.css'

interface Facts {
  readonly label: string
  readonly mark: string
  readonly tone: string
  readonly meaning: string
}

function Badge({ facts }: { readonly facts: Facts }) {
  return (
    <span className={`${classes.badge} tone-${facts.tone}`} title={facts.meaning}>
      <span aria-hidden="true" className={classes.mark}>
        {facts.mark}
      </span>
      {facts.label}
    </span>
  )
}

/** An event's state as colour, mark and word; a hold stands in its place, since it decides what happens next. */
export function EventBadge({ state, hold }: { readonly state: EventState; readonly hold?: Hold | null }) {
  return <Badge facts={hold ? holds[hold] : eventStates[state]} />
}

export function OperationBadge({ state }: { readonly state: OperationState }) {
  return <Badge facts={operationStates[state]} />
}

export function DemoBadge() {
  return (
    <span className={classes.demo} title="Written by the demo; removed with: npm run -s ledger -- demo remove">
      Demo
    </span>
  )
}
