const greatest = 2n ** 63n - 1n

/** Our own number of something, as it stands in a URL or a form; null where the text is no such number. */
export function parseId(text: string | undefined): bigint | null {
  if (text === undefined || !/^[1-9]\d{0,18}$/.test(text)) return null
  const id = BigInt(text)
  return id <= greatest ? id : null
}
