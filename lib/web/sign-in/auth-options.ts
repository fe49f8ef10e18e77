import type { AuthOptions, User } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { z } from 'zod'
import { commandPool } from '#lib/web/command-pool.ts'
import { webLog } from '#lib/web/log.ts'
import { remoteAddress } from './remote-address.ts'
import { SESSION_HOURS, signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

declare module 'next-auth' {
  interface User {
    sessionId?: string
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    /** The session's row; role and revocation are read there at every request. */
    sessionId?: string
  }
}

const given = z.object({ email: z.string().min(1).max(1000), password: z.string().min(1).max(10_000) })

/**
 * What the form reads from the answer: `throttled:<ISO time>`, `unavailable`, or next-auth's own CredentialsSignin.
 * Nothing else of an error reaches the browser.
 */
async function authorize(
  credentials: unknown,
  request: { headers?: Record<string, string | undefined> },
): Promise<User | null> {
  const parsed = given.safeParse(credentials)
  if (!parsed.success) return null
  const headers = request.headers ?? {}
  const result = await signIn(commandPool(), {
    ...parsed.data,
    remoteAddress: remoteAddress(headers),
    userAgent: headers['user-agent'] ?? null,
  }).catch((error: unknown) => {
    webLog().error({ err: error }, 'sign-in could not be judged')
    throw new Error('unavailable')
  })
  if (result.ok) return { id: String(result.userId), email: result.email, sessionId: result.sessionId }
  if (result.code === 'throttled') throw new Error(`throttled:${result.until.toISOString()}`)
  return null
}

export const authOptions: AuthOptions = {
  providers: [
    CredentialsProvider({
      name: 'E-mail and password',
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize,
    }),
  ],
  session: { strategy: 'jwt', maxAge: SESSION_HOURS * 3600 },
  pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
  callbacks: {
    jwt: ({ token, user }) => (user?.sessionId === undefined ? token : { sub: user.id, sessionId: user.sessionId }),
    // Who somebody is comes from lib/web/session.ts alone; the public session endpoint tells nothing.
    session: ({ session }) => ({ expires: session.expires }),
  },
  events: {
    signOut: async ({ token }) => {
      if (token?.sessionId !== undefined) await signOut(commandPool(), token.sessionId)
    },
  },
  logger: {
    error: (code, detail) => webLog().error({ code, err: detail instanceof Error ? detail : undefined }, 'next-auth'),
    warn: (code) => webLog().warn({ code }, 'next-auth'),
    debug: () => {},
  },
}
