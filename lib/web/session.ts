import { cookies, headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { getToken } from 'next-auth/jwt'
import { cache } from 'react'
import { prisma } from '#lib/db/prisma.ts'
import type { Person } from '#lib/ledger/record-audit.ts'
import './sign-in/auth-options.ts'

export type Role = Person['role']

const ranks: Record<Role, number> = { viewer: 0, operator: 1, admin: 2 }

const atLeast = (role: Role, least: Role) => ranks[role] >= ranks[least]

/** The session the request's cookie names, whether or not it still stands. */
async function readSessionId(): Promise<string | null> {
  const [jar, head] = await Promise.all([cookies(), headers()])
  const token = await getToken({
    // next-auth reads only cookies and headers of it.
    req: {
      cookies: Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])),
      headers: Object.fromEntries(head),
    } as unknown as Parameters<typeof getToken>[0]['req'],
  })
  return token?.sessionId ?? null
}

/**
 * Who asks, as the database says now: session not revoked, not expired, account not disabled, with today's role.
 * Asked once per request however many parts of a page need it.
 */
export const findPerson = cache(async (): Promise<Person | null> => {
  const id = await readSessionId()
  if (id === null) return null
  const session = await prisma().session.findUnique({
    where: { id },
    select: {
      expiresAt: true,
      revokedAt: true,
      user: { select: { id: true, email: true, role: true, disabledAt: true } },
    },
  })
  if (session === null || session.revokedAt !== null || session.expiresAt <= new Date()) return null
  const { user } = session
  if (user.disabledAt !== null || !(user.role in ranks)) return null
  return { userId: user.id, email: user.email, role: user.role as Role, via: 'web' }
})

/** For pages: the person, or the way to the sign-in page (and back), or a plain "not for your role". */
export async function requirePerson(least: Role = 'viewer'): Promise<Person> {
  const person = await findPerson()
  if (person === null) {
    const path = (await headers()).get('x-ledger-path') ?? '/'
    redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`)
  }
  if (!atLeast(person.role, least)) forbidden()
  return person
}
