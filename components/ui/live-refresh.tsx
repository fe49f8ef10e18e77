'use client'

import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { useEvery } from './clock.tsx'

/** Reads the page again every so often while somebody looks at it and no dialog is open. */
export function LiveRefresh({ seconds }: { readonly seconds: number }) {
  const router = useRouter()
  const refresh = useCallback(() => {
    if (document.querySelector('[role="dialog"]') === null) router.refresh()
  }, [router])
  useEvery(seconds, refresh)
  return null
}
