import { Card } from './card.tsx'
import { Notice } from './notice.tsx'
import { RefreshButton } from './refresh-button.tsx'

const words = {
  slow: {
    title: 'took longer than 5 s, so it was stopped',
    text: 'Nothing is lost and work goes on. A narrower filter or a shorter period reads less.',
  },
  down: {
    title: 'cannot be read now: the database does not answer',
    text: 'Nothing that was acknowledged is lost. Providers are told to try again until the database is back.',
  },
} as const

/** In place of what could not be read. */
export function ReadProblem({ problem, what }: { readonly problem: keyof typeof words; readonly what: string }) {
  return (
    <Card>
      <Notice title={`${what} ${words[problem].title}`} role="status" act={<RefreshButton />}>
        {words[problem].text}
      </Notice>
    </Card>
  )
}
