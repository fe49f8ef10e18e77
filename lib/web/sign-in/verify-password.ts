import { verifyPassword as verify } from '#lib/commands/password.ts'

/**
 * The hash of a random value nobody kept, with the costs all accounts use: whoever asks about an unknown e-mail
 * address waits as long as for a known one.
 */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$kpZXhI36Zawl818EeNBsJQ$mNb2nVsxVIEqQEoJMOkwENk4gjGpggFvUvdkkNOBq2w'

/** Longer input is not hashed: no account has a longer password, and hashing it would cost what the sender likes. */
const PASSWORD_MAX = 256

/** Whether the password is right. Takes the same time where there is no hash to compare with. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await verify(hash ?? DUMMY_HASH, password.slice(0, PASSWORD_MAX))
  return matches && hash !== null && password.length <= PASSWORD_MAX
}
