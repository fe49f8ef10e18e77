import { remoteAddress as addressOf } from '#lib/inbox/remote-address.ts'

/** Where a request came from, for throttling only: without a proxy a sender can choose it, so it never decides alone. */
export function remoteAddress(headers: Headers | Record<string, string | undefined>): string {
  const forwarded = headers instanceof Headers ? headers.get('x-forwarded-for') : headers['x-forwarded-for']
  return addressOf(forwarded, null) ?? 'unknown'
}
