'use client'

import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { tellAnswer } from '#components/ui/tell-answer.ts'
import { type Role, roles } from '#lib/commands/permissions.ts'
import { add } from './commands.ts'
import { GivenPassword } from './given-password.tsx'

/** Creates an account; its password is made here, shown once and kept nowhere. */
export function AddPerson() {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const [role, setRole] = useState<Role>('viewer')
  const [given, setGiven] = useState<{ email: string; password: string } | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    setPending(true)
    const answer = await add({ email, role })
    setPending(false)
    tellAnswer(email, answer)
    if (!answer.ok) return
    setOpen(false)
    if (answer.generatedPassword !== null) setGiven({ email, password: answer.generatedPassword })
    router.refresh()
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Add person…</Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Add a person">
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput label="E-mail" name="email" type="email" required maxLength={254} data-autofocus />
            <Select
              label="Role"
              description="viewer looks; operator also acts and sees contents; admin also configures."
              data={[...roles]}
              value={role}
              onChange={(value) => setRole((value ?? 'viewer') as Role)}
              allowDeselect={false}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" loading={pending}>
                Add person
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {given !== null && <GivenPassword {...given} onClose={() => setGiven(null)} />}
    </>
  )
}
