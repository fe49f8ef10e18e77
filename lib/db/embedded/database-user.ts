import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Problem } from '../problem.ts'

/** The account PostgreSQL runs under where we are root: it refuses to run as root. */
export interface DatabaseUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const OWN_ACCOUNT = 'replay-ledger'

/**
 * `postgres` where there is one, else an account of our own (made at the first start), else `nobody`. It must be a
 * named account: initdb looks itself up.
 */
export function unprivilegedUser(): DatabaseUser {
  const found = lookUp('postgres') ?? lookUp(OWN_ACCOUNT) ?? createAccount() ?? lookUp('nobody')
  if (found) return found
  throw new Problem(
    'PostgreSQL does not run as root, and no other account could be found or made for it.\n' +
      'Run `npm start` as an ordinary user, create an account (`useradd --system replay-ledger`), or set DATABASE_URL.',
  )
}

function lookUp(name: string): DatabaseUser | undefined {
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find((entry) => entry[0] === name)
  const uid = Number(fields?.[2])
  return fields && uid > 0 ? { name, uid, gid: Number(fields[3]) } : undefined
}

function createAccount(): DatabaseUser | undefined {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ]
  const { status } = spawnSync('useradd', [...options, OWN_ACCOUNT], { stdio: 'ignore' })
  return status === 0 ? lookUp(OWN_ACCOUNT) : undefined
}
