'use client'

import { Button } from '@mantine/core'
import { Notice } from '#components/ui/notice.tsx'

/** Where not even the frame of the page could be made: mostly because the database does not answer. */
export default function FrameFailed() {
  return (
    <main>
      <Notice
        title="Pages cannot be shown now"
        role="alert"
        act={
          <Button variant="default" onClick={() => window.location.reload()}>
            Load it again
          </Button>
        }
      >
        Most likely the database does not answer. Nothing that was acknowledged is lost: providers are told to try again
        until it is back, and this page works again by itself then. If it lasts, an admin finds the cause in the log.
      </Notice>
    </main>
  )
}
