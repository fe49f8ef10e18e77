import { formatBytes } from '#components/ui/format-number.ts'
import { cutMiddle, inertText } from '#components/ui/inert-text.ts'
import { Instant } from '#components/ui/time.tsx'
import { dispositions } from '#lib/ledger/machine.ts'
import type { DeliveryRow } from '#lib/web/queries/delivery-row.ts'
import classes from './delivery-list.module.css'

/** The requests that carried this event, newest last. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly DeliveryRow[] }) {
  return (
    <ol className={classes.list}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <span className="mono" title={delivery.reference === null ? undefined : inertText(delivery.reference)}>
            {delivery.reference === null ? `#${delivery.id}` : cutMiddle(inertText(delivery.reference), 20)}
          </span>
          <span title={dispositions[delivery.disposition].meaning}>{dispositions[delivery.disposition].label}</span>
          <span className="dim">
            answered {delivery.httpStatus} · {formatBytes(delivery.bodyBytes)}
          </span>
          <Instant at={delivery.receivedAt} />
        </li>
      ))}
    </ol>
  )
}
