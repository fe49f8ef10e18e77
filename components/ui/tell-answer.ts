'use client'

import { notifications } from '@mantine/notifications'

/** Tells how an act went, naming what it was about. What went wrong stays until it is read. */
export function tellAnswer(object: string, answer: { readonly ok: boolean; readonly message: string }): void {
  notifications.show({
    title: object,
    message: answer.message,
    color: answer.ok ? 'indigo' : 'red',
    autoClose: answer.ok ? 8000 : false,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close the message' },
  })
}
