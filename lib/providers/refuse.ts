import type { RefusalReason, Verification } from '#lib/providers/provider.ts'

export type Refusal = Extract<Verification, { ok: false }>

export function refuse(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message }
}

export const noSecret = refuse(
  'no_secret',
  'This source has no usable signing secret, so nothing can be accepted. Add the one the provider shows.',
)

export function signatureMissing(header: string): Refusal {
  return refuse(
    'signature_missing',
    `The ${header} header is missing: the request was not signed, or something in between removed it.`,
  )
}

export function signatureMalformed(header: string, expected: string): Refusal {
  return refuse('signature_malformed', `The ${header} header does not have the expected form: ${expected}.`)
}

export function signatureMismatch(secrets: number): Refusal {
  const tried = secrets === 1 ? 'the active secret' : `any of the ${secrets} active secrets`
  return refuse(
    'signature_mismatch',
    `The signature does not match ${tried} of this source over the bytes received. Likely causes: another endpoint's secret, a secret rotated at the provider only, or a proxy that rewrites the body.`,
  )
}

/** For providers whose library hashes decoded text: bytes that decoding changes could differ from those signed. */
export const notUtf8 = refuse(
  'body_not_utf8',
  'The body is not valid UTF-8. The provider signs text, so these bytes cannot be the signed ones.',
)

export const hasMark = refuse(
  'body_has_bom',
  'The body begins with a byte-order mark, which the provider never sends: something in between added it.',
)
