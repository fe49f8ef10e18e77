import { plural } from '#components/ui/format-number.ts'
import { SignOutButton } from './sign-out-button.tsx'
import classes from './standing.module.css'

interface StandingProps {
  readonly email: string
  readonly role: string
  /** Null where it could not be read. */
  readonly liveWorkers: number | null
}

/** Whether work is being done, and who is looking. */
export function Standing({ email, role, liveWorkers }: StandingProps) {
  return (
    <div className={classes.standing}>
      <p className={classes.line} title="Workers that reported in the last 15 seconds">
        <span
          aria-hidden="true"
          className={`${classes.dot} tone-${liveWorkers === null ? 'grey' : liveWorkers > 0 ? 'green' : 'red'}`}
        />
        {liveWorkers === null && 'Worker status unknown'}
        {liveWorkers === 0 && 'No worker is running'}
        {liveWorkers !== null && liveWorkers > 0 && `Live · ${plural(liveWorkers, 'worker')}`}
      </p>
      <p className={classes.email} title={`${email} (${role})`}>
        {email}
      </p>
      <p className={classes.line}>
        <span>{role}</span>
        <SignOutButton />
      </p>
    </div>
  )
}
