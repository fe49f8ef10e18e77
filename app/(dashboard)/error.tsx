'use client'

import { Button } from '@mantine/core'
import { Card } from '#components/ui/card.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** A bug in a page. What was accepted and what workers do does not depend on it. */
export default function PageFailed({
  error,
  reset,
}: {
  readonly error: Error & { digest?: string }
  readonly reset: () => void
}) {
  return (
    <Card>
      <Notice
        title="This page could not be shown"
        role="alert"
        act={
          <Button variant="default" onClick={reset}>
            Show it again
          </Button>
        }
      >
        Receiving and working events go on without it. If it stays, tell an admin the number in the log:{' '}
        {error.digest ?? 'none'}.
      </Notice>
    </Card>
  )
}
