import type { NavigationGroup } from '#components/shell/navigation.tsx'
import { formatCapped } from '#components/ui/format-number.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import { COUNT_CAP, type NeedsPerson } from '#lib/web/queries/count-needs-person.ts'

/** The pages there are, for this person. Counts are left out where they could not be read. */
export function navigationGroups(person: Person, needs: NeedsPerson | null): NavigationGroup[] {
  const counted = (count: number | undefined, tone: string, countMeans: string) =>
    count === undefined || count === 0 ? {} : { count: formatCapped(count, COUNT_CAP), tone, countMeans }
  return [
    {
      label: null,
      items: [
        { href: '/', label: 'Overview' },
        { href: '/events', label: 'Events' },
        { href: '/deliveries', label: 'Deliveries' },
      ],
    },
    {
      label: 'Needs a person',
      items: [
        { href: '/uncertain', label: 'Uncertain', ...counted(needs?.uncertain, 'amber', 'uncertain') },
        { href: '/conflicts', label: 'Conflicts', ...counted(needs?.conflicts, 'pink', 'open') },
        { href: '/failures', label: 'Failures', ...counted(needs?.failed, 'red', 'failed') },
      ],
    },
    {
      label: 'Set-up',
      items: [
        { href: '/sources', label: 'Sources' },
        { href: '/destinations', label: 'Destinations' },
        { href: '/audit', label: 'Audit' },
        ...(person.role === 'admin' ? [{ href: '/people', label: 'People' }] : []),
      ],
    },
  ]
}
