import type { ReactNode } from 'react'
import { Navigation } from '#components/shell/navigation.tsx'
import { Preferences } from '#components/shell/preferences.tsx'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Shell } from '#components/shell/shell.tsx'
import { Standing } from '#components/shell/standing.tsx'
import { countLiveWorkers } from '#lib/web/queries/count-live-workers.ts'
import { countNeedsPerson } from '#lib/web/queries/count-needs-person.ts'
import { read } from '#lib/web/queries/read.ts'
import { requirePerson } from '#lib/web/session.ts'
import { navigationGroups } from './navigation-groups.ts'

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  const person = await requirePerson()
  const [needs, workers] = await Promise.all([read(countNeedsPerson()), read(countLiveWorkers())])
  return (
    <Shell
      navigation={
        <>
          <Navigation groups={navigationGroups(person, needs.ok ? needs.data : null)} />
          <Standing email={person.email} role={person.role} liveWorkers={workers.ok ? workers.data : null} />
        </>
      }
      top={
        <>
          <SearchBox />
          <span style={{ marginLeft: 'auto' }} />
          <Preferences />
        </>
      }
    >
      {children}
    </Shell>
  )
}
