import { CopyButton } from './copy-button.tsx'
import { cutMiddle, inertText } from './inert-text.ts'
import classes from './short-id.module.css'

interface ShortIdProps {
  readonly value: string
  /** Characters shown at most; the rest is cut out of the middle. */
  readonly most?: number
  /** What the copy button says it copies. */
  readonly name: string
}

/** An identifier in mono, cut in the middle, whole on hover, with a button that copies all of it. */
export function ShortId({ value, most = 28, name }: ShortIdProps) {
  const shown = inertText(value)
  return (
    <span className={classes.id}>
      <bdi className="mono" title={shown}>
        {cutMiddle(shown, most)}
      </bdi>
      <CopyButton value={value} name={name} />
    </span>
  )
}
