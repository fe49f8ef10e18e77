'use client'

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { setNonce } from 'get-nonce'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { ClockProvider } from '#components/ui/clock.tsx'
import { resolveVariables, theme } from './theme.ts'

interface ProvidersProps {
  readonly nonce: string
  /** ISO time of the server, so that ages begin where the server's rendering left them. */
  readonly renderedAt: string
  readonly timeZone: string
  readonly children: ReactNode
}

export function Providers({ nonce: given, renderedAt, timeZone, children }: ProvidersProps) {
  // Each later read of the page brings another nonce; the document keeps the policy it was loaded with.
  const [nonce] = useState(given)
  // react-remove-scroll, under Mantine's dialogs, takes the nonce of its style element from here.
  setNonce(nonce)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-right" autoClose={8000} />
      <NuqsAdapter>
        <ClockProvider renderedAt={renderedAt} timeZone={timeZone}>
          {children}
        </ClockProvider>
      </NuqsAdapter>
    </MantineProvider>
  )
}
