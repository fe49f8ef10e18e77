import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The checkout's folder. */
export const ROOT = join(import.meta.dirname, '../..')

export const NEXT = join(ROOT, 'node_modules/next/dist/bin/next')

export const inProject = (path: string) => join(ROOT, path)

export const isInProject = (path: string) => existsSync(inProject(path))
