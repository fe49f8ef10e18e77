'use client'

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { signIn } from 'next-auth/react'
import { type FormEvent, useState } from 'react'
import { useNow } from '#components/ui/clock.tsx'
import { formatDuration } from '#components/ui/format-time.ts'

type Refusal = { readonly kind: 'wrong' | 'unavailable' } | { readonly kind: 'throttled'; readonly until: number }

const messages = {
  wrong: 'E-mail address or password is not right, or the account is disabled. Check both; an admin can set a new one.',
  unavailable: 'Signing in is not possible now: the database does not answer. Nothing is wrong with what you typed.',
}

function refusalOf(error: string): Refusal {
  if (error === 'CredentialsSignin') return { kind: 'wrong' }
  const until = error.startsWith('throttled:') ? Date.parse(error.slice('throttled:'.length)) : Number.NaN
  return Number.isNaN(until) ? { kind: 'unavailable' } : { kind: 'throttled', until }
}

export function SignInForm({ next }: { readonly next: string }) {
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const left = useLeft(refusal)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setPending(true)
    setRefusal(null)
    const answer = await signIn('credentials', {
      redirect: false,
      email: String(form.get('email') ?? ''),
      password: String(form.get('password') ?? ''),
    }).catch(() => ({ error: 'unavailable' }))
    // A whole page load: everything the next page shows is read as the person who has just signed in.
    if (!answer?.error) window.location.assign(next)
    else {
      setRefusal(refusalOf(answer.error))
      setPending(false)
    }
  }

  return (
    <form method="post" onSubmit={submit}>
      <Stack gap="md">
        {refusal !== null && (
          <Alert color="red" variant="light" role="alert" p="sm">
            {refusal.kind === 'throttled' ? throttledMessage(left) : messages[refusal.kind]}
          </Alert>
        )}
        <TextInput label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <PasswordInput label="Password" name="password" autoComplete="current-password" required />
        <Button type="submit" size="sm" loading={pending} disabled={left > 0}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}

function useLeft(refusal: Refusal | null): number {
  const now = useNow()
  return refusal?.kind === 'throttled' ? Math.max(0, refusal.until - now) : 0
}

function throttledMessage(left: number): string {
  if (left <= 0) return 'You can try again now.'
  return `Too many attempts failed. Try again in ${formatDuration(left)}.`
}
