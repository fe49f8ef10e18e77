import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { z } from 'zod'

/** OWASP's second choice for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Without letters and digits that are easily taken for one another: 55 of them, so 20 give 115 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const passwordField = z
  .string()
  .min(12, 'must have at least 12 characters')
  .max(256, 'must have at most 256 characters')

export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2id)
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password)
}

/** Five groups of four, for example `mX3k-9fTq-…`. Shown once and kept nowhere. */
export function generatePassword(): string {
  const letter = () => alphabet[randomInt(alphabet.length)]
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, letter).join('')).join('-')
}
