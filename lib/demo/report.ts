import type { Played } from './play.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** What the demo must end with, and whether it did. */
export function report({ eventId, standing, creations }: Played): { lines: string[]; asPromised: boolean } {
  const { deliveries, distinctEvents, confirmed, uncertain } = standing
  const lines = [
    `${counted(deliveries, 'delivery', 'deliveries')}, ${counted(distinctEvents, 'distinct event')}, ${counted(confirmed, 'effect')} confirmed, ${uncertain} uncertain`,
    `the destination counted ${counted(creations, 'creation')} for ${eventId}`,
  ]
  const asPromised = deliveries === 4 && distinctEvents === 1 && confirmed === 1 && uncertain === 0 && creations === 1
  return { lines, asPromised }
}
