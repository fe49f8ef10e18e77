import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { loadEnv } from '#lib/env.ts'

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** Encrypts a secret for storage: version byte, nonce, tag, ciphertext (AES-256-GCM). `key` has 32 bytes. */
export function seal(key: Buffer, plaintext: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext])
}

/** Decrypts what `seal` made. Throws where the key is another one or the bytes were changed. */
export function open(key: Buffer, sealed: Buffer): string {
  if (sealed[0] !== version) throw new Error('this secret was sealed by an unknown version')
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

/** This installation's key. Throws where the process was started without one. */
export function masterKey(): Buffer {
  const key = loadEnv().ledgerKey
  if (key === undefined) {
    throw new Error(
      'LEDGER_KEY is not set: secrets cannot be read or stored. Start with `npm start`, or set it to the installation’s key.',
    )
  }
  return key
}
