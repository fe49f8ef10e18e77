import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['app', 'components', 'lib', 'public', 'prisma/schema']
/** Read by no page: changing them needs no new build. */
const LEFT_OUT = /^lib\/(testing|generated|start|worker|cli|demo)(\/|$)|\.test\.tsx?$|(^|\/)\./
const ROOT_FILES =
  /^(package\.json|package-lock\.json|tsconfig\.json|next\.config\.\w+|proxy\.ts|instrumentation\.ts|\.env.*)$/

/** A digest of everything the build reads. */
export function hashSources(root: string): string {
  const digest = createHash('sha256')
  const files = [
    ...readdirSync(root).filter((name) => ROOT_FILES.test(name)),
    ...FOLDERS.flatMap((folder) => filesUnder(root, folder)),
  ]
  for (const file of files.sort()) {
    digest.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    )
  }
  return digest.digest('hex')
}

function filesUnder(root: string, folder: string): string[] {
  let entries: import('node:fs').Dirent[]
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (LEFT_OUT.test(path)) return []
    return entry.isDirectory() ? filesUnder(root, path) : [path]
  })
}
