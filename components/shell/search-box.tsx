'use client'

import { useHotkeys } from '@mantine/hooks'
import Form from 'next/form'
import { useRef } from 'react'
import classes from './search-box.module.css'

/** Finds an event by whatever was pasted. Works as a plain form where scripts do not run. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['mod+K', () => input.current?.focus()]], [])
  return (
    <Form action="/events" role="search" className={classes.search}>
      <input
        ref={input}
        type="search"
        name="q"
        maxLength={600}
        autoComplete="off"
        spellCheck={false}
        aria-label="Search event id, delivery, operation key, reference"
        placeholder="Search event id, delivery, key, reference…"
        className={classes.input}
      />
      <span className={classes.key} aria-hidden="true">
        Ctrl K
      </span>
    </Form>
  )
}
