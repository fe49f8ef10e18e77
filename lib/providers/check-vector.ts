import { type Adapter, requestOf, secretsOf, type Vector } from '#lib/providers/vector.ts'

/**
 * What is wrong with the adapter's answer, or null. Beside the verdict it compares identity and account where the
 * vector gives them, and for another attempt at an event (`original`) that both have the same canonical content.
 */
export async function checkVector(
  vector: Vector,
  { provider, config }: Adapter,
  original?: Vector,
): Promise<string | null> {
  const request = requestOf(vector)
  const verification = await provider.verify(request, secretsOf(vector), config)
  const expected = vector.policyExpect ?? vector.expect
  const actual = verification.ok ? 'valid' : 'invalid'
  if (actual !== expected) {
    const said = verification.ok ? '' : ` (${verification.reason}: ${verification.message})`
    return `expected ${expected}, got ${actual}${said}; ${vector.policyReason ?? vector.reason ?? 'no reason given'}`
  }
  if (!verification.ok || typeof vector.eventId !== 'string') return null
  const reading = provider.read(request, config)
  if (!reading.ok) return `authentic, but read as ${reading.reason}: ${reading.message}`
  const { event } = reading
  if (event.eventId !== vector.eventId) return `expected event id ${vector.eventId}, got ${event.eventId}`
  if (vector.account !== undefined && event.account !== vector.account) {
    return `expected account ${vector.account}, got ${event.account}`
  }
  if (original === undefined) return null
  const first = provider.read(requestOf(original), config)
  const same = first.ok && Buffer.from(first.event.canonical).equals(Buffer.from(event.canonical))
  return same ? null : `expected the same canonical content as ${original.name}, got another`
}
