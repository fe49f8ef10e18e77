'use client'

import { Button } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'

export function RefreshButton({ label = 'Read again' }: { readonly label?: string }) {
  const router = useRouter()
  const [pending, start] = useTransition()
  return (
    <Button variant="default" loading={pending} onClick={() => start(() => router.refresh())}>
      {label}
    </Button>
  )
}
