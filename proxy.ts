import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { loadEnv } from '#lib/env.ts'
import { contentSecurityPolicy } from '#lib/web/content-security-policy.ts'

/** Browser permissions no page of ours asks for. */
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

/**
 * Headers for pages, nothing else: who may see or do what is decided by each page and each command itself, so that
 * a request which gets round this file gains nothing.
 */
export function proxy(request: NextRequest): NextResponse {
  const env = loadEnv()
  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy(nonce, env.nodeEnv === 'development')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-ledger-path', request.nextUrl.pathname + request.nextUrl.search)
  headers.set('content-security-policy', policy)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('x-frame-options', 'DENY')
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('permissions-policy', PERMISSIONS)
  response.headers.set('cross-origin-opener-policy', 'same-origin')
  if (env.ledgerUrl.startsWith('https://')) {
    response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
  return response
}

export const config = {
  // Webhooks stay outside: Next cuts the body of a request that a proxy file matches.
  matcher: ['/((?!api/webhooks|_next/static|_next/image|favicon.ico|icon.svg).*)'],
}
