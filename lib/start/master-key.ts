import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '#lib/db/embedded/write-private-file.ts'
import { Problem } from '#lib/db/problem.ts'
import type { Env } from '#lib/env.ts'

const KEY_BYTES = 32

export const keyFileIn = (dataDir: string) => join(dataDir, 'master.key')

/** The key that encrypts stored secrets: LEDGER_KEY, else the key file. `undefined` where there is neither. */
export function readMasterKey(env: Pick<Env, 'ledgerKey' | 'dataDir'>): Buffer | undefined {
  if (env.ledgerKey) return env.ledgerKey
  const path = keyFileIn(env.dataDir)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new Problem(
    `${path} does not hold a key (${KEY_BYTES} bytes in base64). Put the original file back: without it the stored signing secrets cannot be read.`,
  )
}

/** Makes the key file; an existing one is never replaced. */
export function createMasterKey(dataDir: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  const unfinished = `${keyFileIn(dataDir)}.${process.pid}`
  writePrivateFile(unfinished, `${key.toString('base64')}\n`)
  try {
    linkSync(unfinished, keyFileIn(dataDir))
  } finally {
    rmSync(unfinished, { force: true })
  }
  return key
}

/** A key for one purpose; knowing it tells nothing about the master key or the keys of other purposes. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `replay-ledger/${purpose}`, KEY_BYTES))
}
