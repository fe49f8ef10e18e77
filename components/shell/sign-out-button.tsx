'use client'

import { Button } from '@mantine/core'
import { signOut } from 'next-auth/react'
import { useState } from 'react'

export function SignOutButton() {
  const [leaving, setLeaving] = useState(false)
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      ml="auto"
      loading={leaving}
      onClick={() => {
        setLeaving(true)
        void signOut({ callbackUrl: '/sign-in' }).finally(() => setLeaving(false))
      }}
    >
      Sign out
    </Button>
  )
}
