'use client'

import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { tellAnswer } from './tell-answer.ts'

export interface ActWords {
  readonly title: string
  /** Names what is acted on in the message afterwards. */
  readonly object: string
  readonly consequence: string
  readonly submit: string
  readonly reason: 'required' | 'optional' | 'none'
  readonly referenceLabel?: string
  readonly referenceHelp?: string
}

export interface ActGiven {
  readonly reason: string
  readonly reference: string
}

interface ActDialogProps {
  readonly words: ActWords
  readonly run: (given: ActGiven) => Promise<{ readonly ok: boolean; readonly message: string }>
  readonly onClose: () => void
}

/** The shortest reason that says something; the command checks it again. */
const REASON_LEAST = 3
const REASON_MOST = 2000

/** Says what will happen, asks why, does it once, tells how it went and reads the page again. */
export function ActDialog({ words, run, onClose }: ActDialogProps) {
  const router = useRouter()
  const [pending, setPending] = useState(false)
  const [reason, setReason] = useState('')
  const [reference, setReference] = useState('')
  const complete =
    (words.reason !== 'required' || reason.trim().length >= REASON_LEAST) &&
    (words.referenceLabel === undefined || reference.trim() !== '')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending || !complete) return
    setPending(true)
    const answer = await run({ reason, reference }).catch(() => unanswered)
    tellAnswer(words.object, answer)
    router.refresh()
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={words.title} closeOnClickOutside={!pending} closeOnEscape={!pending}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p>{words.consequence}</p>
          {words.referenceLabel !== undefined && (
            <TextInput
              label={words.referenceLabel}
              description={words.referenceHelp}
              value={reference}
              onChange={(event) => setReference(event.currentTarget.value)}
              maxLength={500}
              required
              data-autofocus
            />
          )}
          {words.reason !== 'none' && (
            <Textarea
              label={words.reason === 'required' ? 'Reason' : 'Reason (optional)'}
              description="Stays in the ledger and the audit trail, with your name."
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              maxLength={REASON_MOST}
              required={words.reason === 'required'}
              autosize
              minRows={2}
              maxRows={8}
              {...(words.referenceLabel === undefined ? { 'data-autofocus': true } : {})}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={pending}>
              Cancel
            </Button>
            <Button type="submit" loading={pending} disabled={!complete}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const unanswered = {
  ok: false,
  message: 'No answer came, so it is not known whether this was done. The page now shows what is true.',
}
