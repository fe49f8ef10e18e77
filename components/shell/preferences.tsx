'use client'

import { Button, Menu, useMantineColorScheme } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useTimeZone } from '#components/ui/clock.tsx'

const schemes = { auto: 'As the system', light: 'Light', dark: 'Dark' } as const

/** How this browser shows things: the zone of times and the colour scheme. */
export function Preferences() {
  const router = useRouter()
  const zone = useTimeZone()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const setZone = (name: string) => {
    const secure = window.location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is missing in Safari; the value is encoded.
    document.cookie = `ledger-zone=${encodeURIComponent(name)}; path=/; max-age=31536000; samesite=lax${secure}`
    router.refresh()
  }
  const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="default" aria-label={`Zone ${zone} and colours`}>
          {zone.split('/').at(-1)?.replaceAll('_', ' ')} ▾
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Times are shown in</Menu.Label>
        <Menu.Item onClick={() => setZone('UTC')}>{zone === 'UTC' ? '✓ ' : ''}UTC</Menu.Item>
        <Menu.Item onClick={() => setZone(here())}>{zone === 'UTC' ? '' : '✓ '}This browser’s zone</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {(Object.keys(schemes) as (keyof typeof schemes)[]).map((scheme) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)}>
            {colorScheme === scheme ? '✓ ' : ''}
            {schemes[scheme]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
