'use client'

import { Button, Select, TextInput } from '@mantine/core'
import { useQueryStates } from 'nuqs'
import { useTransition } from 'react'
import { holds } from '#lib/ledger/machine.ts'
import type { SourceName } from '#lib/web/queries/list-source-names.ts'
import classes from './filter-bar.module.css'
import { eventsParams, type Period } from './search-params.ts'

const periodNames: Record<Period, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** Source, type, period and hold; each change is a new URL and a new read. */
export function FilterBar({ sources }: { readonly sources: readonly SourceName[] }) {
  const [pending, startTransition] = useTransition()
  const [params, setParams] = useQueryStates(eventsParams, { shallow: false, history: 'push', startTransition })
  const set = (change: Partial<typeof params>) => void setParams({ before: null, after: null, ...change })
  const filtered = params.source !== null || params.type !== null || params.period !== null || params.held !== null
  return (
    <section className={classes.bar} aria-label="Filters" aria-busy={pending}>
      <Select
        aria-label="Source"
        placeholder="Any source"
        data={sources.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={params.source}
        onChange={(source) => set({ source })}
        searchable
        clearable
        className={classes.field}
      />
      <TypeField key={params.type} type={params.type} onType={(type) => set({ type })} />
      <Select
        aria-label="Received"
        placeholder="Received any time"
        data={Object.entries(periodNames).map(([value, label]) => ({ value, label }))}
        value={params.period}
        onChange={(period) => set({ period: period as Period | null })}
        clearable
        className={classes.field}
      />
      <Select
        aria-label="Held"
        placeholder="Held or not"
        data={[
          { value: 'any', label: 'Held for any cause' },
          ...Object.entries(holds).map(([value, { label }]) => ({ value, label })),
        ]}
        value={params.held}
        onChange={(held) => set({ held: held as typeof params.held })}
        clearable
        className={classes.field}
      />
      {filtered && (
        <Button
          variant="subtle"
          loading={pending}
          onClick={() => set({ source: null, type: null, period: null, held: null })}
        >
          Clear filters
        </Button>
      )}
    </section>
  )
}

/** Compared whole; read when the person leaves the field or presses Enter. */
function TypeField({ type, onType }: { readonly type: string | null; readonly onType: (type: string | null) => void }) {
  const commit = (text: string) => {
    const next = text.trim() === '' ? null : text.trim()
    if (next !== type) onType(next)
  }
  return (
    <TextInput
      aria-label="Type"
      placeholder="Any type"
      defaultValue={type ?? ''}
      maxLength={255}
      spellCheck={false}
      className={classes.field}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value)
      }}
    />
  )
}
