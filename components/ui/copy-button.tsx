'use client'

import { useClipboard } from '@mantine/hooks'
import classes from './copy-button.module.css'

/** Copies a value and says so for a moment. */
export function CopyButton({ value, name }: { readonly value: string; readonly name: string }) {
  const clipboard = useClipboard({ timeout: 1500 })
  return (
    <button
      type="button"
      className={classes.copy}
      aria-label={clipboard.copied ? `${name} copied` : `Copy ${name}`}
      title={clipboard.copied ? 'Copied' : `Copy ${name}`}
      onClick={() => clipboard.copy(value)}
    >
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
        {clipboard.copied ? (
          <path d="M3 8.5l3.2 3.2L13 5" fill="none" stroke="currentColor" strokeWidth="1.8" />
        ) : (
          <path
            d="M5.5 5.5V3.2c0-.4.3-.7.7-.7h6.6c.4 0 .7.3.7.7v6.6c0 .4-.3.7-.7.7h-2.3M3.2 5.5h6.6c.4 0 .7.3.7.7v6.6c0 .4-.3.7-.7.7H3.2c-.4 0-.7-.3-.7-.7V6.2c0-.4.3-.7.7-.7z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.3"
          />
        )}
      </svg>
    </button>
  )
}
