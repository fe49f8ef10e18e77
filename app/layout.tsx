import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './globals.css'
import '#components/ledger/tones.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { timeZoneOf } from '#components/ui/time-zone.ts'
import { Providers } from './providers.tsx'

export const metadata: Metadata = {
  title: { default: 'Replay Ledger', template: '%s · Replay Ledger' },
  robots: { index: false, follow: false },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [head, jar] = await Promise.all([headers(), cookies()])
  const nonce = head.get('x-nonce') ?? ''
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers
          nonce={nonce}
          renderedAt={new Date().toISOString()}
          timeZone={timeZoneOf(jar.get('ledger-zone')?.value)}
        >
          {children}
        </Providers>
      </body>
    </html>
  )
}
