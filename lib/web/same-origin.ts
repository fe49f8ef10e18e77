import { loadEnv } from '#lib/env.ts'

/**
 * Whether a request comes from a page of ours: the browser says so (Sec-Fetch-Site), or its Origin is the address it
 * asked, or the one this product is known by. A request without either header is not a browser's and is refused.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const origin = headers.get('origin')
  if (origin === null) return site === 'same-origin'
  if (!URL.canParse(origin)) return false
  return origin === loadEnv().ledgerUrl || new URL(origin).host === headers.get('host')
}
