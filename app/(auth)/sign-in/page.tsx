import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Brand } from '#components/shell/brand.tsx'
import { read } from '#lib/web/queries/read.ts'
import { findPerson } from '#lib/web/session.ts'
import { localPath } from '#lib/web/sign-in/local-path.ts'
import classes from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next } = await searchParams
  const path = localPath(next)
  const person = await read(findPerson())
  if (person.ok && person.data !== null) redirect(path)
  return (
    <main className={classes.page}>
      <div className={classes.box}>
        <Brand />
        <h1>Sign in</h1>
        <SignInForm next={path} />
      </div>
    </main>
  )
}
