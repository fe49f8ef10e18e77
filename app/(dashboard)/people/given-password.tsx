'use client'

import { Button, Group, Modal } from '@mantine/core'
import { CopyButton } from '#components/ui/copy-button.tsx'

interface GivenPasswordProps {
  readonly email: string
  readonly password: string
  readonly onClose: () => void
}

/** The only time anybody sees it. */
export function GivenPassword({ email, password, onClose }: GivenPasswordProps) {
  return (
    <Modal opened onClose={onClose} title={`Password of ${email}`} closeOnClickOutside={false}>
      <p>Hand it over in a safe way: it is shown once and kept nowhere.</p>
      <Group gap="xs" my="md">
        <code className="mono">{password}</code>
        <CopyButton value={password} name="password" />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have it</Button>
      </Group>
    </Modal>
  )
}
