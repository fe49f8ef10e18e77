import { type Disposition, dispositions, type Tone } from '#lib/ledger/machine.ts'
import classes from './state-badge.module.css'

/** A delivery's fate is no state of the machine, so it has a colour but no mark. */
export const dispositionTones = {
  accepted: 'green',
  duplicate: 'grey',
  late_duplicate: 'grey',
  conflict: 'pink',
  rejected: 'dark',
  refused: 'dark',
} as const satisfies Record<Disposition, Tone>

export function DispositionBadge({ disposition }: { readonly disposition: Disposition }) {
  const { label, meaning } = dispositions[disposition]
  return (
    <span className={`${classes.badge} tone-${dispositionTones[disposition]}`} title={meaning}>
      {label}
    </span>
  )
}
