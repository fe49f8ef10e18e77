import type { Resolution } from '#lib/ledger/resolve-conflict.ts'

/** What each choice does, said before it is made. */
export const resolutionWords: Record<Resolution, { label: string; done: string; consequence: string }> = {
  keep: {
    label: 'Keep original…',
    done: 'Original kept',
    consequence:
      'The event goes on with the original content. Later deliveries of the second content count as duplicates of this decision.',
  },
  adopt: {
    label: 'Adopt as correction…',
    done: 'Adopted',
    consequence:
      'The original stays as it was; if its work is not done it is set aside. The second content becomes an event of its own, linked as a correction, and is worked.',
  },
  reject: {
    label: 'Reject both…',
    done: 'Both rejected',
    consequence: 'Nothing runs. Both stay on record with your reason; the event can be restored.',
  },
}
